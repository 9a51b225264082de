export { runAddress } from './addresses.js';
export { type ServeViewerOptions, serveViewer, type Viewer } from './serve-viewer.js';
