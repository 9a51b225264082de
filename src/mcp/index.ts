export type { Acceptance } from './admission.js';
export { type CatalogueSource, createLiveCatalogue, type LiveCatalogue } from './live-catalogue.js';
export { type ServeOptions, servePlans } from './serve-plans.js';
