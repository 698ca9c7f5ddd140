import { z } from 'zod'
import { json, uuid } from './fields.ts'
import { defineRoutes } from './route.ts'

const admins = ['admin'] as const
const params = z.strictObject({ thread_id: uuid })

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const toolCallPart = z.object({
  type: z.literal('tool-call'),
  toolName: z.string(),
  toolCallId: z.string(),
  args: json,
  argsText: z.string().meta({ description: '`args` as JSON text.' }),
  result: z.literal('success'),
})

export const aiChatRoutes = defineRoutes('settings', {
  'POST /internal/ai-chat/{thread_id}': {
    summary: 'Get a reply from a model in a chat about an email theme, template or draft',
    description:
      'The thread ID is the ID of the theme, template or draft. The reply is not stored, and source code in it is ' +
      'not saved. Returns a plain-text 400 if no model is configured on the server, and 502 if the model does not ' +
      'respond.',
    access: admins,
    params,
    body: z.strictObject({
      context_type: z.enum(['email-theme', 'email-template', 'email-draft']),
      messages: z
        .array(z.strictObject({ role: z.enum(['user', 'assistant', 'tool']), content: json }))
        .min(1)
        .max(200),
    }),
    response: z.object({ content: z.array(z.union([textPart, toolCallPart])) }),
    errors: [],
  },
  'PATCH /internal/ai-chat/{thread_id}': {
    summary: 'Store a message of a chat',
    access: admins,
    params,
    body: z.strictObject({
      message: json.refine((value) => value !== undefined && value !== null, 'is required'),
    }),
    response: z.object({}),
    errors: [],
  },
  'GET /internal/ai-chat/{thread_id}': {
    summary: 'List the stored messages of a chat, oldest first',
    access: admins,
    ownerNeeds: 'read-setup',
    params,
    response: z.object({ messages: z.array(json) }),
    errors: [],
  },
})
