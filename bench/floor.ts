/**
 * The baseline: bare node:http and one prepared SELECT by primary key of a few columns. Less work than the real
 * response.
 */
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })

createServer(async (request, response) => {
  if (request.url === '/health') return response.end('{"status":"ok"}')
  const { rows } = await pool.query({
    name: 'user',
    text: 'SELECT id, display_name, profile_image_url, signed_up_at, last_active_at FROM users WHERE project_id = $1 AND id = $2',
    values: ['internal', process.env.USER_ID],
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows[0]))
}).listen(Number(process.env.PORT))
process.on('SIGTERM', () => process.exit(0))
