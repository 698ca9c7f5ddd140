import { z } from 'zod'
import { millis } from './fields.ts'

/** Users and teams of the project, its owners, keys and webhook endpoints: what lists mention by ID. */
const subjectType = z.enum(['user', 'team', 'owner', 'api_key', 'project_key_set', 'webhook_endpoint'])

const subject = z.object({
  type: subjectType,
  id: z.string(),
  display_name: z
    .string()
    .nullable()
    .meta({ description: 'The name of a user or team, the description of a key, or the host of an endpoint.' }),
  primary_email: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  is_anonymous: z.boolean(),
  created_at_millis: millis.nullable(),
  is_deleted: z.boolean().meta({ description: 'Whether only its name is left. Deleted users leave no name.' }),
})

export const subjects = z.array(subject).meta({
  description: 'Names of what the items mention, each once. Deleted users, owners and API keys are missing.',
})

/** A mentioned user or team, whose name is among the `subjects`. */
export const mention = z.object({ type: z.enum(['user', 'team']), id: z.string() })

export type SubjectType = z.output<typeof subjectType>
export type Subject = z.output<typeof subject>
