/** For programs that start the server themselves instead of with `npm start`. */

export { backUpDatabase, migrateDatabase, reencryptDatabase, restoreDatabase } from './commands/commands.ts'
export { type Config, readConfig } from './platform/config.ts'
export { startEmbeddedPostgres } from './platform/db/embedded.ts'
export { createLog, type Log } from './platform/log.ts'
export { StartError } from './platform/start/error.ts'
export { main } from './run.ts'
export { type RunningServer, startServer } from './server.ts'
