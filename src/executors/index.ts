export { type CourierOptions, type OpenCourier, openCourier } from './open-courier.js';
export type { JobLayers, Player } from './play-job.js';
export { resolveRedisUrl } from './redis-url.js';
export { createRemoteModels, type PlayMode, type RemoteModels } from './remote-models.js';
export { type ServeJobsOptions, serveJobs, type WorkerEvent } from './serve-jobs.js';
