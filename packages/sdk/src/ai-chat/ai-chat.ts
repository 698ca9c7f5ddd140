import type { Admin } from '../app/admin-stores.ts'
import type { Json } from '../app/types.ts'
import type { ChatContent, ChatContextType, ChatMessage } from '../emails/email-types.ts'

export async function sendChatMessage(
  { core, as }: Admin,
  threadId: string,
  contextType: ChatContextType,
  messages: readonly ChatMessage[],
  abortSignal?: AbortSignal,
): Promise<{ content: ChatContent }> {
  const init: RequestInit = {
    method: 'POST',
    body: JSON.stringify({ context_type: contextType, messages }),
    headers: { 'content-type': 'application/json' },
    ...(abortSignal && { signal: abortSignal }),
  }
  // By its path instead of its name, because nothing else can be called off.
  return (await core.transport.send(`/internal/ai-chat/${encodeURIComponent(threadId)}`, init, as)).json()
}

export async function saveChatMessage({ core, as }: Admin, threadId: string, message: Json): Promise<void> {
  const params = { thread_id: threadId }
  await core.call('PATCH /internal/ai-chat/{thread_id}', { ...as, params, body: { message } })
}

export async function listChatMessages({ core, as }: Admin, threadId: string): Promise<{ messages: Json[] }> {
  const { messages } = await core.call('GET /internal/ai-chat/{thread_id}', { ...as, params: { thread_id: threadId } })
  return { messages: messages as Json[] }
}
