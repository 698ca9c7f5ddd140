import { readBounded } from '../../platform/db/bounded-list.ts'
import type { Db } from '../../platform/db/database.ts'

export async function insertChatMessage(
  db: Db,
  projectId: string,
  message: { threadId: string; content: unknown; now: Date },
): Promise<void> {
  await db
    .insertInto('ai_chat_messages')
    .values({
      project_id: projectId,
      thread_id: message.threadId,
      message: JSON.stringify(message.content),
      created_at: message.now,
    })
    .execute()
}

/** The latest messages, as many as fit into a response, oldest first. */
export async function listChatMessages(db: Db, projectId: string, threadId: string): Promise<unknown[]> {
  const query = db
    .selectFrom('ai_chat_messages')
    .select('message')
    .where('project_id', '=', projectId)
    .where('thread_id', '=', threadId)
    .orderBy('sequence', 'desc')
  const { rows } = await readBounded<{ message: unknown }>(db, query, undefined)
  return rows.map(({ message }) => message).reverse()
}
