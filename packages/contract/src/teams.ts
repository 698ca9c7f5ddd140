import { z } from 'zod'
import { json, millis } from './fields.ts'

export const clientTeam = z.object({
  id: z.string(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: json,
  client_read_only_metadata: json,
})

export const serverTeam = clientTeam.extend({ created_at_millis: millis, server_metadata: json })
