import { fileURLToPath } from 'node:url';

/** The folder this tool is installed in, with what ships with it: `tasks`, `plans`, `configs`. */
export const packageRoot: string = fileURLToPath(new URL('../..', import.meta.url));
