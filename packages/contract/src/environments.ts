import { z } from 'zod'
import { environment, json } from './fields.ts'
import { adminProject } from './projects.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'

const difference = z.object({
  path: z.string().meta({ description: 'A setting, or an entry that only one environment has, such as an offer.' }),
  name: z.string().nullable().meta({ description: 'What the entry is called that the setting belongs to.' }),
  from: json.optional().meta({ description: 'The value in this project. Missing if there is none.' }),
  to: json.optional().meta({ description: 'The value in the other environment. Missing if there is none.' }),
  from_name: z
    .string()
    .optional()
    .meta({ description: 'If the value in this project is an ID, such as of an email theme: its name.' }),
  to_name: z.string().optional().meta({ description: 'The same for the value in the other environment.' }),
})

const params = z.strictObject({ project_id: z.string() })
const forOwners =
  'Takes the admin access token of an owner of the project. A key is not enough, because it opens one project only.'

export const environmentRoutes = defineRoutes('settings', {
  'POST /internal/environments': {
    summary: 'Create another environment of the project',
    description:
      `${forOwners} Creates a project of the same team with the same settings, name and logos, but without users, ` +
      'teams, keys, webhook endpoints, domains, email server, card payments and secrets. An app has at most one ' +
      'project per environment; a second one is a plain-text 409.',
    access: everyone,
    user: 'owner',
    body: z.strictObject({
      environment,
      current_environment: environment
        .optional()
        .meta({ description: 'What this project is. Required if it has no environment yet, ignored otherwise.' }),
    }),
    status: 201,
    response: adminProject,
    errors: [],
  },
  'POST /internal/environments/join': {
    summary: 'Make an existing project another environment of this one',
    description:
      `${forOwners} Takes the role \`owner\` in both projects, which must have the same owners. Both keep their users, ` +
      'keys and settings. A plain-text 409 if the other project has environments already, if the app already has a ' +
      'project for the environment, or if a project in production mode or with card payments would become development ' +
      'or staging.',
    access: everyone,
    ownerNeeds: 'ownership',
    user: 'owner',
    body: z.strictObject({
      project_id: z.string().max(256),
      environment: environment.meta({ description: 'What the other project becomes.' }),
      current_environment: environment
        .optional()
        .meta({ description: 'What this project is. Required if it has no environment yet, ignored otherwise.' }),
    }),
    response: adminProject,
    errors: ['PROJECT_NOT_FOUND'],
  },
  'PATCH /internal/environments/current': {
    summary: 'Change the environment of the project',
    description:
      `${forOwners} Null separates the project from the other environments. In production mode, or with card payments, ` +
      'a project is neither development nor staging; the response is then a plain-text 409.',
    access: everyone,
    user: 'owner',
    body: z.strictObject({ environment: environment.nullable() }),
    response: adminProject,
    errors: [],
  },
  'GET /internal/environments/{project_id}/differences': {
    summary: 'Compare the settings with those of another environment',
    description: `${forOwners} Secrets are \`(secret)\` on both sides.`,
    access: everyone,
    ownerNeeds: 'read-setup',
    user: 'owner',
    params,
    response: z.object({
      revision,
      source_revision: revision.meta({ description: 'The revision of the other environment.' }),
      copyable: z.array(difference),
      kept_apart: z.array(difference).meta({
        description: 'What belongs to each environment and is never copied: domains, email server, keys and secrets.',
      }),
    }),
    errors: ['PROJECT_NOT_FOUND'],
  },
  'POST /internal/environments/{project_id}/copy': {
    summary: 'Copy settings from another environment',
    description:
      `${forOwners} Copies what is different at the given paths, or below them, into this project. If the settings of ` +
      'the other environment were changed since the given revision, nothing is copied and the response is a ' +
      'plain-text 409. Paths that belong to each environment are a plain-text 400.',
    access: everyone,
    user: 'owner',
    headers: saveHeaders,
    params,
    body: z.strictObject({ source_revision: revision, paths: z.array(z.string().max(500)).min(1).max(10_000) }),
    response: z.object({ revision, copied_count: z.number() }),
    errors: ['PROJECT_NOT_FOUND'],
  },
})
