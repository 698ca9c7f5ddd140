/** For programs that start the server themselves instead of with `npm start`. */

export { backUpDatabase, migrateDatabase, reencryptDatabase, restoreDatabase } from './commands/commands.ts'
export { type Config, readConfig } from './config.ts'
export { startEmbeddedPostgres } from './db/embedded.ts'
export { createLog, type Log } from './log.ts'
export { main } from './run.ts'
export { type RunningServer, startServer } from './server.ts'
export { StartError } from './start/error.ts'
