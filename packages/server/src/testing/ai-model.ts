import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ChatRequest {
  model: string
  messages: {
    role: string
    content: string | { type: string; text: string }[] | null
    tool_calls?: { id: string; function: { name: string; arguments: string } }[]
    tool_call_id?: string
  }[]
  tools: { function: { name: string; parameters: unknown } }[]
}

export interface FakeModel {
  config: { baseUrl: string; apiKey: string; model: string }
  requests: ChatRequest[]
  /** The model's next response. */
  reply: { text?: string; toolCalls?: { name: string; arguments: string }[] }
  /** Called with every question before the response. */
  onRequest: (() => void) | undefined
  /** Responds with this status instead. */
  failWith: number | undefined
  close(): Promise<void>
}

/** A server with OpenAI's chat API, on a real port. */
export async function openFakeModel(): Promise<FakeModel> {
  const config = { baseUrl: '', apiKey: 'key-of-the-model', model: 'small' }
  const fake: FakeModel = {
    config,
    requests: [],
    reply: {},
    onRequest: undefined,
    failWith: undefined,
    close: async () => undefined,
  }
  const server = createServer(async (request, response) => {
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    const body = JSON.parse(await text(request)) as ChatRequest
    if (request.url !== '/v1/chat/completions') return send(404, { error: { message: 'Not found' } })
    if (request.headers.authorization !== `Bearer ${config.apiKey}`) return send(401, { error: { message: 'No' } })
    fake.requests.push(body)
    fake.onRequest?.()
    if (fake.failWith) return send(fake.failWith, { error: { message: 'secret detail' } })
    const { text: content = null, toolCalls = [] } = fake.reply
    const tool_calls = toolCalls.map((call, index) => ({ id: `call_${index}`, type: 'function', function: call }))
    send(200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: body.model,
      choices: [
        {
          index: 0,
          finish_reason: tool_calls.length > 0 ? 'tool_calls' : 'stop',
          message: { role: 'assistant', content, ...(tool_calls.length > 0 ? { tool_calls } : {}) },
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  config.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  fake.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return fake
}
