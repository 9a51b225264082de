import { Option } from 'commander';

/** `--registry DIR`: where references such as `alfworld-heat@production` are looked up. */
export function registryOption(): Option {
  return new Option(
    '--registry <folder>',
    'registry of plans (default: $PLANWRIGHT_REGISTRY, or else plans)',
  );
}
