import { type FakeModel, listenOnPort, openFakeModel, separateServer, type TestServer } from '@latchkey/server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AdminApp, StatusError } from '../index.ts'
import { createAdmin, openProject } from '../testing/open-project.ts'

const question = [{ role: 'user' as const, content: [{ type: 'text', text: 'Make it blue' }] }]

let model: FakeModel
let server: TestServer
beforeAll(async () => {
  model = await openFakeModel()
  server = await separateServer({ config: { ai: model.config } })
})
afterAll(() => model.close())

test('the model replies about a draft with text and a proposal', async () => {
  const { project } = await openProject({}, server)
  const app = createAdmin(project)
  const { id } = await app.createEmailDraft({ displayName: 'News' })
  const args = { content: 'export const EmailTemplate = () => <b>Blue</b>' }
  model.reply = { text: 'Here it is.', toolCalls: [{ name: 'createEmailTemplate', arguments: JSON.stringify(args) }] }
  const { content } = await app.sendChatMessage(id, 'email-draft', question)
  expect(content).toEqual([
    { type: 'text', text: 'Here it is.' },
    {
      type: 'tool-call',
      toolName: 'createEmailTemplate',
      toolCallId: 'call_0',
      args,
      argsText: JSON.stringify(args),
      result: 'success',
    },
  ])
})

test('a request to the model can be cancelled while it is pending', async () => {
  const { project } = await openProject({}, server)
  const { id } = await createAdmin(project).createEmailTheme('Ours')
  vi.unstubAllGlobals()
  const listener = await listenOnPort(server)
  const app = new AdminApp({ tokenStore: null, projectId: project.id, baseUrl: listener.url, ...project.keys })
  const asked = new AbortController()
  model.onRequest = () => asked.abort(new Error('Never mind'))
  await expect(app.sendChatMessage(id, 'email-theme', question, asked.signal)).rejects.toThrow('Never mind')
  model.onRequest = undefined
  await listener.close()
})

test('messages are stored in their thread', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const threadId = crypto.randomUUID()
  expect(await app.listChatMessages(threadId)).toEqual({ messages: [] })
  const messages = [{ parentId: null, message: { text: 'One' } }, { parentId: 'one' }]
  for (const message of messages) await app.saveChatMessage(threadId, message)
  expect(await app.listChatMessages(threadId)).toEqual({ messages })
  expect(await app.listChatMessages(crypto.randomUUID())).toEqual({ messages: [] })
})

test('a server without a model reports a clear error', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const { id } = await app.createEmailTheme('Ours')
  await expect(app.sendChatMessage(id, 'email-theme', question)).rejects.toBeInstanceOf(StatusError)
})
