import { z } from 'zod'
import { json, millis } from './fields.ts'

/** The revision of a project's settings. */
export const revision = z
  .number()
  .int()
  .min(0)
  .max(2_147_483_647)
  .meta({ description: 'The revision of the project’s settings. Increases with every change of them.' })

const revisionText = z.string().regex(/^\d{1,9}$/, 'must be a revision')

/** Headers of routes that change settings. Without them, the last change wins. */
export const saveHeaders = z.object({
  'x-stack-revision': revisionText.optional().meta({
    description:
      'The revision that the change is based on. Fields that the request leaves as they were at that revision keep ' +
      'their current values. If a field was changed since, to another value than the requested one, nothing is saved ' +
      'and the response is SAVE_CONFLICT.',
  }),
  'x-stack-resolved-revision': revisionText.optional().meta({
    description:
      'The revision of a SAVE_CONFLICT that the caller has resolved. Its fields are saved as requested, unless they ' +
      'were changed again.',
  }),
  'x-stack-keep-theirs': z.string().max(8000).optional().meta({
    description:
      'The fields of the resolved conflict that keep their current values: their paths, separated by commas.',
  }),
})

export const changeActor = z.object({
  type: z.enum(['owner', 'server-key', 'admin-key', 'user', 'setup-link', 'system', 'unknown']),
  id: z.string().nullable(),
  name: z.string().nullable().meta({ description: 'Of an owner, or the description of a key set.' }),
})

/** A field that two saves changed differently. */
export const fieldConflict = z.object({
  path: z.string().meta({ description: 'Such as `auth.allowSignUp`, or `display_name` of the project itself.' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'What the thing is called that the field belongs to, if it has a name.' }),
  mine: json.optional().meta({ description: 'The requested value. Missing if the request removes it.' }),
  theirs: json.optional().meta({ description: 'The current value. Missing if it was removed.' }),
  changed_at_millis: millis.nullable(),
  actor: changeActor.nullable().meta({ description: 'Who made the last change, if the history still has it.' }),
})
