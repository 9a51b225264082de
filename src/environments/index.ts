/** The explicit list of worlds: adding one is a file (or a folder) and a line here. */
export { type AlfworldOptions, createAlfworld } from './alfworld/alfworld.js';
