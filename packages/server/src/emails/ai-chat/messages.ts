import type { ModelMessage } from 'ai'
import { z } from 'zod'
import { PlainError } from '../../platform/http/plain-error.ts'

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const toolCall = z.object({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  toolName: z.string(),
  args: z.unknown(),
})
const toolResult = z.object({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  toolName: z.string(),
  result: z.unknown(),
})

const contents = {
  user: z.union([z.string(), z.array(textPart)]),
  assistant: z.union([z.string(), z.array(z.discriminatedUnion('type', [textPart, toolCall]))]),
  tool: z.array(toolResult),
}

/** Converts the messages of the dashboard to the format of the AI SDK. */
export function toModelMessages(
  messages: readonly { role: keyof typeof contents; content?: unknown }[],
): ModelMessage[] {
  return messages.map(({ role, content }, index): ModelMessage => {
    const refuse = () =>
      new PlainError(400, `body.messages.${index}.content is not valid for a message with the role ${role}.`)
    if (role === 'user') return { role, content: read(contents.user, content, refuse) }
    if (role === 'tool') return { role, content: read(contents.tool, content, refuse).map(toToolResult) }
    const parts = read(contents.assistant, content, refuse)
    return { role, content: typeof parts === 'string' ? parts : parts.map(toAssistantPart) }
  })
}

function read<T>(schema: z.ZodType<T>, content: unknown, refuse: () => PlainError): T {
  const result = schema.safeParse(content)
  if (!result.success) throw refuse()
  return result.data
}

function toAssistantPart(part: z.output<typeof textPart> | z.output<typeof toolCall>) {
  if (part.type === 'text') return part
  const { args, ...call } = part
  return { ...call, input: args }
}

function toToolResult({ result, ...call }: z.output<typeof toolResult>) {
  const value = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return { ...call, output: { type: 'text' as const, value } }
}
