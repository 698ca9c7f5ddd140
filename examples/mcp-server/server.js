import { serve } from '@hono/node-server'
import { ServerApp } from '@latchkey/sdk'
import { protectResource } from '@latchkey/sdk/mcp'
import { createMcpHandler, McpServer, requireScopes } from '@modelcontextprotocol/server'
import { z } from 'zod'

const port = Number(process.env.PORT ?? 3010)
/** As clients reach it, and as it is entered in the dashboard. */
const url = process.env.MCP_URL ?? `http://localhost:${port}/mcp`

const latchkey = new ServerApp({ tokenStore: 'memory' })
const resource = protectResource({ resource: url, name: 'Fieldnotes', scopes: ['notes:read', 'notes:write'] })

/** The person whose account this is. There is none for programs that act for themselves. */
async function getUser(/** @type {import('@modelcontextprotocol/server').ServerContext} */ { http }) {
  const { userId } = http?.authInfo?.extra ?? {}
  const user = typeof userId === 'string' ? await latchkey.getUser(userId) : null
  if (!user) throw new Error('There is no such user.')
  return user
}

const reply = (/** @type {string} */ text) => ({ content: [{ type: /** @type {const} */ ('text'), text }] })

function createServer() {
  const server = new McpServer({ name: 'fieldnotes', version: '1.0.0' })

  server.registerTool('who_am_i', { description: 'Says whose account this is, and what they noted.' }, async (ctx) => {
    const { displayName, primaryEmail, serverMetadata } = await getUser(ctx)
    const { note = 'nothing yet' } = /** @type {{ note?: string }} */ (serverMetadata ?? {})
    return reply(`${displayName ?? primaryEmail} noted: ${note}`)
  })

  server.registerTool(
    'write_note',
    {
      description: "Replaces the person's note.",
      inputSchema: z.object({ note: z.string().max(10_000) }),
      // Clients without the scope are asked to get it, and then call the tool again.
      scopeChallenge: requireScopes('notes:write'),
    },
    async ({ note }, ctx) => {
      const user = await getUser(ctx)
      await user.update({ serverMetadata: { note } })
      return reply('The note is saved.')
    },
  )
  return server
}

const handler = createMcpHandler(createServer)

const handle = resource.protect((request, access) => handler.fetch(request, { authInfo: access }), {
  scopes: ['notes:read'],
})

serve({ fetch: handle, port }, () => console.log(`The MCP server is ready: ${url}`))
