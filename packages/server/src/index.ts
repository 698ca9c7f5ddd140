/** For those who start the server from their own program rather than with `npm start`. */
export { type Config, readConfig } from './config.ts'
export { startEmbeddedPostgres } from './db/embedded.ts'
export { createLog, type Log } from './log.ts'
export { main } from './main.ts'
export { type RunningServer, startServer } from './server.ts'
