/**
 * What has no business in a plan, as patterns: a plan says in plain words which actions to take. They are about forms, not
 * about meaning; what they miss and observations said, `findCopies` finds.
 */

/** What a flag is about. */
export const flagKinds = [
  'hidden-characters',
  'secret',
  'url',
  'email',
  'markup',
  'command',
  'encoded',
  'role',
  'instruction',
  'copied',
] as const;
/** One of them. */
export type FlagKind = (typeof flagKinds)[number];

/** Words, with at most so many characters of one sentence between them. */
const near = (first: string, last: string, between: number) =>
  new RegExp(`\\b(?:${first})\\b[^.\\n]{0,${between}}?\\b(?:${last})(?!\\w)`, 'gi');

const orders =
  'instructions?|prompts?|directions|guidelines?|directives?|polic(?:y|ies)|safeguards?|restrictions?';
const assistants =
  'ai(?! to)|a\\.i\\.|llms?|language models?|(?:ai |the |this |dear )?assistants?|chatbots?|(?:ai )?agents?|(?:ai )?models?|gpt[\\w-]*|claude|gemini|bots?';
const secrets =
  "(?:api[ _-]?)keys?|passwords?|passphrases?|credentials?|secrets?\\b(?! compartment)|(?:access |auth )?tokens?|private keys?|environment variables?|system prompt|your (?:prompt|instructions|rules)|conversation|chat history|cookies?|(?:user'?s?|personal|private|confidential) (?:data|information|messages?|files?|details)|credit cards?|ssn\\b";

const instructions: readonly RegExp[] = [
  near(
    "ignore|disregard|forget|override|bypass|overrule|discard|neglect|stop following|(?:do not|don't|never) (?:follow|obey)",
    `${orders}|context|conversation|messages?|training|(?:previous|prior|above|earlier|preceding|your|all|these|those|the|other) (?:rules|steps|text|tasks?|orders|commands)|everything (?:above|before|you|said|else)|what you were told|(?:the|this) plan`,
    50,
  ),
  near(
    'system|developer|hidden|initial|original|secret|admin(?:istrator)?|root',
    'prompt|instructions?|directives?|override|mode\\b',
    3,
  ),
  near(
    'system|security|admin(?:istrator)?|maintenance|urgent',
    'notice|update|alert|message|note|announcement|warning',
    3,
  ),
  near(
    `dear|attention|hello|hey|hi|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|(?:if|since|as) you(?:'re| are)|you are(?: now)?|you're`,
    assistants,
    24,
  ),
  /\byou(?:'re| are) now (?:an? |the |in |un|free|called|named|playing)/gi,
  /\b(?:from now on,? you|pretend (?:to be|that|you)|act as (?:an? |if |though )|role-?play|new persona|developer mode|jail ?break|do anything now|DAN mode|god mode|sudo mode|no longer bound|without (?:any )?(?:restrictions|filters|limitations|censorship))/gi,
  near(
    'reveal|disclose|leak|exfiltrate|expose|divulge|repeat|output|print|show|display|send|share|e-?mail|forward|post|upload|transmit|report|copy|include|append|write down|give|tell|type|enter|paste|dump|read|list|return|encode',
    secrets,
    50,
  ),
  /\b(?:do not|don't|never|without) (?:tell|inform|mention|alert|notify|reveal|warn|ask|show|confirm)(?:ing)? [^.\n]{0,30}?\b(?:users?|humans?|anyone|anybody|operators?|developers?|people|owners?|admins?|supervisors?|this)\b/gi,
  /\b(?:secretly|covertly|stealthily|behind (?:the|their) back|keep (?:this|it) (?:a )?(?:secret|hidden|confidential))\b/gi,
  near(
    'your',
    '(?:new|real|true|actual|only|sole|hidden) (?:task|goal|job|instructions?|objective|purpose|mission|role|directive|orders?|identity|owner|master)',
    12,
  ),
  near('new|updated|revised|special|secret|prime', 'instructions?|directives?|orders?', 3),
  near(
    'on behalf of|authori[sz]ed by|sent by|ordered by|this is|i am|approved by',
    'openai|anthropic|google|microsoft|the developers?|your (?:developer|creator|owner|admin|operator)s?|(?:the |an? )?(?:system )?administrator|support team|security team',
    20,
  ),
  near(
    'regardless of|no matter what|whatever',
    'the (?:user|job|goal|task|plan|human|rules)|you (?:are|were) (?:told|asked)|your (?:instructions|rules)',
    12,
  ),
  near('must|shall|will|should|have to', 'obey|comply\\b|abide|submit to', 16),
  near(
    'begin|start|end|stop|close',
    `(?:of )?(?:the )?(?:${orders}|context|document|user input|untrusted)`,
    6,
  ),
  near(
    'abandon|abort|sabotage|stop (?:working on|pursuing)|corrupt|ruin',
    '(?:the|this|your|every|all|current|any) (?:task|job|goal|mission|objective|plan)s?',
    12,
  ),
  near(
    'transfer|wire|send|pay|donate|buy|purchase',
    'bitcoins?|btc|eth(?:ereum)?\\b|crypto\\w*|wallets?\\b|gift cards?|dollars|usd|euros?|\\d+ ?(?:\\$|€)|bank account|money|funds',
    40,
  ),
  near(
    'click|visit|navigate to|browse to|go to|open|download|install|fetch|follow|load',
    '(?:this|the|that|a|an|our|my|following) (?:link|web ?sites?|site\\b|web ?pages?|url|attachment|extension|package|software|app\\b|file from)',
    20,
  ),
  near(
    'call|invoke|run|execute|trigger',
    '(?:the |a |an |your |this |any )?[`\'"]?[\\w.-]{1,40}[`\'"]? (?:tool|function|api|plugin|script|shell|terminal|command line|code interpreter)\\b',
    12,
  ),
  near(
    'run|execute|eval(?:uate)?|type|enter|paste',
    '(?:the |this |these |following |that |any )+(?:following |shell |bash |python |sql |below )*(?:commands?|code|script|query|snippet|program|payload)\\b',
    12,
  ),
  /\b(?:write|add|put|copy|include|keep|insert|repeat|store|save|propagate|spread) (?:this|these|the following|the above)[^.\n]{0,40}?\b(?:in|into|to|in every|at the (?:start|end|top) of) (?:the |your |every |each |all |any )*(?:plans?|memor(?:y|ies)|summar(?:y|ies)|reports?|outputs?|repl(?:y|ies)|answers?|responses?|reflections?)\b/gi,
  // The same in other languages: those that most is written in.
  /\b(?:ignor[ae]\w{0,4}|olvida|omite|oubliez?|ignorez|ne tenez pas compte|dimentica|ignoriere\w?|vergiss|missachte|negeer|vergeet|zignoruj|ignore as)\b[^.\n]{0,40}?(?:instru[ckzç]\w*|istruzioni|anweisung\w*|befehl\w*|consignes|regels|reglas|regeln|polecen\w*|prompt\w*)/gi,
  /(?:игнорируй|забудь|проигнорируй)\S*[^.\n]{0,40}(?:инструкц|указани|правил|команд)/giu,
  /(?:忽略|忽视|无视|無視|忘记|忘記|忘れ)[^。\n]{0,30}(?:指令|指示|说明|提示|命令|规则|規則)|(?:指令|指示|説明|提示|命令|規則|ルール)[^。\n]{0,10}(?:忽略|无视|無視|忘れ)|(?:지시|명령|규칙)[^.\n]{0,12}무시|تجاهل[^.\n]{0,40}(?:التعليمات|الأوامر|تعليمات)|(?:निर्देश|आदेश)[^.\n]{0,20}(?:अनदेखा|नज़रअंदाज़)/giu,
];

const elements =
  'a|img|script|iframe|style|svg|div|span|p|br|b|i|u|em|strong|form|input|link|meta|body|html|head|embed|video|audio|button|table|td|tr|h[1-6]|code|pre|base|math|template|details|marquee|textarea|select|title|source|font|center';

/** Patterns by what they are about; each has the flag g. */
export const suspiciousPatterns: readonly (readonly [FlagKind, readonly RegExp[]])[] = [
  [
    'secret',
    [
      /\b(?:api[ _-]?key|password|passwd|passphrase|secret|access[ _-]?token|auth[ _-]?token)["']?\s{0,3}[:=]\s{0,3}["'`]?[^\s"'`]{4,}/gi,
      /\b(?:api[ _-]?key|password|passphrase|access code|pin|token) is:? ["'`]?[^\s"'`]{4,}/gi,
    ],
  ],
  [
    'url',
    [
      /(?<![a-z0-9])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|h(?:xx|\*\*)ps?(?::|\[:\])\/\/|www\.)[^\s<>"')\]]{2,300}/gi,
      /\b(?:javascript|mailto|data|vbscript|file|tel):[^\s]{3,300}/gi,
      /(?<![\w.@-])(?:[a-z0-9-]{1,63}(?:\.|\[\.\]| ?\(dot\) ?| dot )){1,5}(?:com|org|net|io|dev|ai|co|info|biz|xyz|ru|cn|top|site|online|app|example|test|invalid|onion|link|gg|cc|tk|ly|page|cloud|eu|de|uk|fr|gov|edu)(?![\w-]|\.\w)(?:\/[^\s]{0,200})?/gi,
      /(?<![\w.-])[a-z0-9-]{1,63}\.[a-z]{2,12}\/[^\s]{1,200}/gi,
      /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)(?::\d{1,5})?/g,
    ],
  ],
  [
    'email',
    [
      /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
      /(?<![\w.+-])[\w.+-]{1,64}\s?[([{]\s?at\s?[)\]}]\s?[\w.-]{1,64}/gi,
    ],
  ],
  [
    'markup',
    [
      /!?\[[^\]\n]{0,200}\]\([^)\n]{0,300}\)?/g,
      /^ {0,3}\[[^\]\n]{1,80}\]:\s*\S+/gm,
      new RegExp(`</?(?:${elements})(?:\\s[^<>]{0,300})?/?>`, 'gi'),
      /<object\s[^<>]{0,300}>?|<!--|<!\[CDATA|<\?(?:xml|php)|\bon(?:error|load|click|mouseover)\s?=/gi,
      /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|lt|gt|quot|amp|nbsp|zwj|rlm);/gi,
    ],
  ],
  [
    'command',
    [
      /```|~~~/g,
      /\b(?:curl|wget)\s+(?:-|["']?\w+[:.])|\brm\s+-\w*[rf]|\bsudo\s+\w|\bchmod\s+[+\d]|\|\s*(?:ba|z|da)?sh\b|\b(?:bash|sh|zsh|cmd|powershell|pwsh)(?:\.exe)?\s+[-/]\w|\bpowershell\b|\bcmd\.exe\b|\bnc\s+-\w|\bssh\s+[\w-]+@|\bscp\s+\S|\bpip3?\s+install\b|\bnpm\s+(?:i|install|exec)\b|\bnpx\s+\w|\bgit\s+(?:clone|push|remote)\b|\bapt(?:-get)?\s+install\b/gi,
      /\b(?:eval|exec|system|popen|fetch|require|__import__|XMLHttpRequest)\s?\(|\bos\.(?:system|environ|popen)|\bsubprocess\.|\bimport\s+(?:os|sys|subprocess|socket|requests)\b|\bprocess\.env\b|\bdocument\.cookie\b|\bwindow\.location\b/g,
      /\/etc\/(?:passwd|shadow)|~\/\.\w|(?<![\w.])\.env\b|\bid_rsa\b|\$\([^)\n]{1,100}\)|\$\{[^}\n]{1,100}\}|\b(?:C:\\|\/(?:bin|usr|root|home|tmp|var)\/)\S/g,
      /\b(?:DROP|TRUNCATE)\s+TABLE\b|\bDELETE\s+FROM\b|\bUNION\s+SELECT\b|'\s*OR\s+'?1'?\s*=\s*'?1/gi,
    ],
  ],
  [
    'encoded',
    [
      /(?<![A-Za-z0-9+/=])(?=[A-Za-z0-9+/]{0,300}[a-z])(?=[A-Za-z0-9+/]{0,300}[A-Z])(?=[A-Za-z0-9+/]{0,300}[0-9])[A-Za-z0-9+/]{20,}={0,2}/g,
      /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{12,}={1,2}(?![\w=])/g,
      /(?<![\w-])(?:0x)?(?=[0-9a-f]{0,200}\d)[0-9a-f]{24,}(?![\w-])/gi,
      /(?:%[0-9a-f]{2}){3,}|(?:\\x[0-9a-f]{2}){2,}|(?:\\u\{?[0-9a-f]{4,6}\}?){2,}|(?:\b[01]{8}\b\s?){3,}|(?:\b[0-9a-f]{2}\b[ :]){6,}/gi,
      /(?<!\w)(?:[a-z] ){6,}[a-z](?!\w)/gi,
      /\b(?:base ?64|rot-?13|caesar cipher|hex(?:adecimal)?[ -]encoded|url[ -]encoded|decode (?:this|the following))\b/gi,
    ],
  ],
  [
    'role',
    [
      /<\|[^|>\n]{1,40}\|>|<\|?(?:im_start|im_end|endoftext|eot_id|start_header_id)\|?>|\[\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT)\]|<<\/?SYS>>/gi,
      /<\/?(?:system|instructions?|prompt|user|assistant|human|developer|tool|tool_call|tool_result|tool_use|function|function_calls?|function_results|invoke|parameter|context|document|thinking|scratchpad|observation|output|answer)(?:\s[^<>\n]{0,200})?\/?>/gi,
      /["'](?:tool_calls?|function_call|tool_use|tool_name|arguments|role)["']\s*:/gi,
      /^[ \t>#*-]{0,6}(?:system|assistant|human|user|developer|tool|ai|observation|action|thought|reward|result|score|your job|job|response|function)(?: \d{1,3})?\*{0,2} ?:/gim,
      /(?<=[.!?;:)\]"'>]\s{1,3})(?:system|assistant|human|user|developer|observation|reward|your job) ?:/gi,
      /^[ \t]{0,4}#{1,6} ?(?:system|instructions?|assistant|human|user|response|input|override)\b/gim,
      /^[ \t]{0,4}(?:-{3,}|={3,}|#{3,}|\*{3,}|"{3,})[ \t]{0,4}(?:begin|end|system|new|start|stop)\b/gim,
      /^[ \t]{0,4}>{1,3} ?\w/gm,
    ],
  ],
  ['instruction', instructions],
];
