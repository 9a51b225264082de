import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/create-program.js';
import { listCommands } from '../command-help.js';
import { emptyFolder, runCli } from '../run-cli.js';

/** How each shell is asked, the script in $1 and the line in $2, for one completion a line. */
const askers = {
  bash: {
    command: ['bash', '--norc', '--noprofile', '-c'],
    code: `source "$1"; COMP_LINE="$2"; COMP_POINT=\${#2}; _planwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  zsh: {
    command: ['zsh', '-f', '-c'],
    // Zsh's own functions work within its line editor alone; these print what they are given.
    code: `compdef() { : }; _files() { : }
      _describe() { local one; for one in "\${(@P)4}"; do print -r -- "\${\${one//\\\\:/:}%%:*}"; done }
      source "$1"; words=("\${(@s: :)2}"); CURRENT=\${#words}; _planwright`,
  },
  fish: {
    command: ['fish', '--no-config', '-c'],
    code: 'source $argv[1]; complete -C $argv[2]; true',
  },
} as const;
type Shell = keyof typeof askers;
const shells = Object.keys(askers) as Shell[];

const isThere = (shell: Shell) => spawnSync(shell, ['-c', 'true']).status === 0;
const scripts = {} as Record<Shell, string>;

beforeAll(async () => {
  for (const shell of shells) {
    const { code, stdout } = await runCli(['completion', shell]);
    expect(code).toBe(0);
    scripts[shell] = stdout;
  }
});

/** What a shell offers at the end of a line, in a folder. */
function complete(shell: Shell, line: string, cwd = emptyFolder()): string[] {
  const { command, code } = askers[shell];
  const file = join(emptyFolder(), 'script');
  writeFileSync(file, scripts[shell]);
  const [program = '', ...options] = command;
  const name = shell === 'fish' ? [] : ['test'];
  const output = execFileSync(program, [...options, code, ...name, file, line], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const known = output.split('\n').flatMap((one) => one.split('\t')[0] || []);
  // Bash is given what comes after the last =, the others the whole word.
  const kept = shell === 'bash' ? (/[^ ]*=(?=[^ =]*$)/.exec(line)?.[0] ?? '') : '';
  return known.map((one) => `${kept}${one}`).sort();
}

for (const shell of shells) {
  // Where a shell is missing its tests are skipped, which the list of tests says by name.
  describe.skipIf(!isThere(shell))(`completion in ${shell}`, () => {
    it.each([
      ['planwright val', ['validate']],
      ['planwright plan sh', ['show']],
      ['planwright train --disp', ['--display']],
      ['planwright train --display p', ['plain']],
      ['planwright train --display=p', ['--display=plain']],
      ['planwright train c.yaml --set batchS', ['batchSize=']],
      ['planwright train --set seed=1 c.yaml --set model.prov', ['model.provider=']],
      ['planwright train --set model.provider=', ['model.provider=openai', 'model.provider=simulated']],
      ['planwright train --set cache.repeats=t', ['cache.repeats=true']],
      ['planwright worlds verify h', ['hotpotqa']],
      ['planwright schema ab', ['ablation']],
      ['planwright train --max-cost ', []],
      ['planwright tasks show tasks/household ', []],
      ['planwright nosuch --nosuch', []],
    ])('offers for %j %j', (line, words) => {
      expect(complete(shell, line)).toEqual(words);
    });

    it('offers all commands, and the options of each', () => {
      const program = createProgram();
      const names = listCommands(program).flatMap(({ name }) => (name.includes(' ') ? [] : [name]));
      expect(complete(shell, 'planwright ')).toEqual([...names, 'help'].sort());
      expect(complete(shell, 'planwright resume --')).toEqual(
        [
          '--allow-changed',
          '--display',
          '--executor',
          '--fail-on-hurt',
          '--help',
          '--json',
          '--max-cost',
          '--redis',
          '--set',
        ].sort(),
      );
    });

    it('offers runs, and runs nothing that a name holds', () => {
      const cwd = emptyFolder();
      for (const name of ['mine', 'other', '$(touch pwned)', '`touch pwned`', "'; touch pwned; '", 'a b']) {
        mkdirSync(join(cwd, 'runs', name), { recursive: true });
        writeFileSync(join(cwd, 'runs', name, 'journal.jsonl'), '');
      }
      mkdirSync(join(cwd, 'runs/no-run'));
      expect(complete(shell, 'planwright resume ', cwd)).toEqual(['latest', 'runs/mine', 'runs/other']);
      expect(complete(shell, 'planwright log verify runs/m', cwd)).toEqual(['runs/mine']);
      expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    });
  });
}

it('refuses a shell that it does not know', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Allowed choices are bash, zsh, fish/);
});

it('says the same each time', async () => {
  for (const shell of shells) expect((await runCli(['completion', shell])).stdout).toBe(scripts[shell]);
});
