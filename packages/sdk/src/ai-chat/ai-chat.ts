import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'

/** The subject of a chat with a model. */
export type ChatContextType = 'email-theme' | 'email-template' | 'email-draft'

export interface ChatMessage {
  role: 'user' | 'assistant' | 'tool'
  content: Json
}

export type ChatContent = (
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolName: string; toolCallId: string; args: Json; argsText: string; result: 'success' }
)[]

/** The methods of `AdminApp` for chats with a model about emails. */
export interface AdminChats {
  /** Lets a model reply in a chat about a theme, a template or a draft. The thread has the id of what it is about. */
  sendChatMessage(
    threadId: string,
    contextType: ChatContextType,
    messages: readonly ChatMessage[],
    abortSignal?: AbortSignal,
  ): Promise<{ content: ChatContent }>
  saveChatMessage(threadId: string, message: Json): Promise<void>
  listChatMessages(threadId: string): Promise<{ messages: Json[] }>
}

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
  // Sent by path, because `core.call` cannot be aborted.
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
