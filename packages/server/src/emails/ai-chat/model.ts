import type { ModelMessage } from 'ai'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { ChatTool } from './instructions.ts'

type ModelConfig = NonNullable<Config['ai']>

export type ReplyPart =
  | { type: 'text'; text: string }
  | {
      type: 'tool-call'
      toolName: string
      toolCallId: string
      args: unknown
      argsText: string
      result: 'success'
    }

/** The model did not return a usable response. Does not include the reason, which may contain secrets. */
export class ModelError extends Error {
  override name = 'ModelError'
}

const timeoutMillis = 90_000

/** One response of the model. The SDK is loaded on first use, because most servers never need it. */
export async function askModel(
  { baseUrl, apiKey, model }: ModelConfig,
  question: { instructions: string; messages: ModelMessage[]; tool: ChatTool },
): Promise<ReplyPart[]> {
  const [{ generateText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const provider = createOpenAICompatible({ name: 'latchkey', baseURL: baseUrl, ...(apiKey ? { apiKey } : {}) })
  try {
    const { content } = await generateText({
      model: provider(model),
      system: question.instructions,
      messages: question.messages,
      tools: {
        [question.tool.name]: tool({
          description: question.tool.description,
          inputSchema: z.object({ content: z.string().describe('The complete TSX source.') }),
        }),
      },
      maxRetries: 1,
      abortSignal: AbortSignal.timeout(timeoutMillis),
    })
    return content.flatMap(toReplyPart)
  } catch (error) {
    throw new ModelError('The model did not respond.', { cause: error })
  }
}

interface ContentPart {
  type: string
  text?: string
  toolName?: string
  toolCallId?: string
  input?: unknown
  /** The model called an unknown tool, or with invalid arguments. */
  invalid?: boolean | undefined
}

/** The parts that the dashboard shows. Others, such as reasoning and sources, are dropped. */
function toReplyPart({ type, text, toolName, toolCallId, input, invalid }: ContentPart): ReplyPart[] {
  if (type === 'text' && text) return [{ type, text }]
  if (type !== 'tool-call' || invalid || !toolName || !toolCallId) return []
  return [{ type, toolName, toolCallId, args: input, argsText: JSON.stringify(input), result: 'success' }]
}
