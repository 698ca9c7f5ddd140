/** The baseline: bare node:http and prepared statements, one after another, by the path of the request. */
import { createServer } from 'node:http'
import pg from 'pg'
import type { BareQueries } from './bare-queries.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const queries = JSON.parse(process.env.QUERIES!) as BareQueries

createServer(async (request, response) => {
  const found = queries[request.url!]
  if (!found) return response.end('{"status":"ok"}')
  let rows: unknown[] = []
  for (const { text, values } of found) {
    const result = await pool.query({ name: text.slice(0, 60), text, values })
    if (result.rows.length > 0) rows = result.rows
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows))
}).listen(Number(process.env.PORT))
process.on('SIGTERM', () => process.exit(0))
