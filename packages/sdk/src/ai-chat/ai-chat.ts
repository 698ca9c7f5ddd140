import type { Admin } from '../core/actors.ts'
import type { Json } from '../transport/json.ts'

/**
 * The subject of a chat with a model.
 * @example const context: ChatContextType = 'email-theme'
 */
export type ChatContextType = 'email-theme' | 'email-template' | 'email-draft'

/**
 * One message of a conversation about an email.
 * @example const message: ChatMessage = { role: 'user', content: 'Make the button blue.' }
 */
export interface ChatMessage {
  /** Who wrote it. */
  role: 'user' | 'assistant' | 'tool'
  /** The text, or the arguments and the result of a tool call. */
  content: Json
}

/**
 * The assistant's reply: text, or a tool call such as writing a template.
 * @example
 * const { content }: { content: ChatContent } = await adminApp.sendChatMessage(template.id, 'email-template', [{ role: 'user', content: 'Make it shorter.' }])
 */
export type ChatContent = (
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolName: string; toolCallId: string; args: Json; argsText: string; result: 'success' }
)[]

/** The methods of `AdminApp` for chats with a model about emails. */
export interface AdminChats {
  /**
   * Sends a chat about a theme, template or draft to the model and returns its reply. The thread id is the id of that
   * theme, template or draft.
   * @example
   * const { content } = await adminApp.sendChatMessage(template.id, 'email-template', [{ role: 'user', content: 'Make it shorter.' }])
   */
  sendChatMessage(
    threadId: string,
    contextType: ChatContextType,
    messages: readonly ChatMessage[],
    abortSignal?: AbortSignal,
  ): Promise<{ content: ChatContent }>
  /**
   * Stores a message of a chat.
   * @example await adminApp.saveChatMessage(template.id, { role: 'user', content: 'Make it shorter.' })
   */
  saveChatMessage(threadId: string, message: Json): Promise<void>
  /**
   * The stored messages of a chat.
   * @example const { messages } = await adminApp.listChatMessages(template.id)
   */
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
