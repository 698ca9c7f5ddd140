import { z } from 'zod'
import { brandColors } from './branding.ts'
import { emailDocument, emailThemeDocument } from './email-document.ts'
import {
  customPermissionId,
  email,
  json,
  listCursor,
  locale,
  maxDateMillis,
  millis,
  pageOf,
  permissionId,
  trustedDomain,
  uuid,
} from './fields.ts'
import { oauthProviderSettings } from './oauth-provider.ts'
import {
  amounts,
  currencyRequired,
  customerType,
  dayInterval,
  expires,
  hasCurrency,
  id63,
  repeat,
} from './offer-fields.ts'
import { providerTypes } from './providers.ts'
import { changeActor, revision, saveHeaders } from './revisions.ts'
import { defineRoutes } from './route.ts'
import { sessionPolicy } from './session-policy.ts'
import { projectIdPattern } from './uuid.ts'

export { systemPermissionIds } from './fields.ts'

/** Whether users may, or have to, have a second factor. */
export const secondFactorPolicies = ['off', 'optional', 'required'] as const

const admins = ['admin'] as const

const configChange = z.object({
  revision: revision.meta({ description: 'Of the configuration before the change.' }),
  changed_at_millis: millis,
  actor: changeActor,
  changes: json.meta({
    description:
      'The settings that have changed, with their values before and after. Where a value is an ID, such as of an email ' +
      'theme, `from_name` and `to_name` say what it is called.',
  }),
})

export const projectConfigRoutes = defineRoutes('settings', {
  'GET /internal/config': {
    summary: 'Get the complete configuration of the project as JSON text',
    access: admins,
    response: z.object({ config_string: z.string(), revision }),
    errors: [],
  },
  'PATCH /internal/config/override': {
    summary: 'Change settings by key path',
    description:
      'The text is a JSON object whose keys are dotted key paths. Null resets a key to its default or removes a ' +
      'record entry. Invalid settings are a plain-text 400 that names the path.',
    access: admins,
    headers: saveHeaders,
    body: z.strictObject({ config_override_string: z.string().optional() }),
    response: z.object({ revision: revision.optional() }),
    errors: [],
  },
  'GET /internal/config/override': {
    summary: 'Get the settings that differ from the defaults',
    description:
      'A JSON text of one tree. Secrets are replaced by `(secret)`. The revision increases with every change of the ' +
      'configuration.',
    access: admins,
    ownerNeeds: 'read-setup',
    response: z.object({ config_override_string: z.string(), revision }),
    errors: [],
  },
  'PUT /internal/config/override': {
    summary: 'Replace the whole configuration',
    description:
      'Settings that the text does not name return to their defaults, and `(secret)` keeps the stored secret. Without ' +
      'the header `x-stack-revision`, the response is a plain-text 409 if any setting was changed since the given ' +
      'revision. Invalid settings are a plain-text 400 that names the path.',
    access: admins,
    headers: saveHeaders,
    body: z.strictObject({ config_override_string: z.string(), revision }),
    response: z.object({ revision }),
    errors: [],
  },
  'GET /internal/config/changes': {
    summary: 'List the changes of the configuration, newest first',
    description: 'The newest 100 changes, fewer for very large configurations.',
    access: admins,
    ownerNeeds: 'read-setup',
    query: z.strictObject({ limit: z.number().int().min(1).max(100).optional(), cursor: listCursor.optional() }),
    response: pageOf(configChange),
    errors: [],
  },
  'GET /internal/config/changes/{revision}': {
    summary: 'Get the configuration before a change',
    description: 'Secrets are replaced by `(secret)`. A change that is not in the list is a plain-text 404.',
    access: admins,
    ownerNeeds: 'read-setup',
    params: z.strictObject({ revision }),
    response: z.object({ config_override_string: z.string() }),
    errors: [],
  },
  'POST /internal/config/changes/{revision}/restore': {
    summary: 'Restore the configuration from before a change',
    description:
      'The history has no secrets: current ones are kept, and `missing_secrets` has the paths of those that have to be ' +
      'set again. If the configuration is no longer at the given revision, nothing is changed and the response is a ' +
      'plain-text 409. A change that is not in the list is a plain-text 404.',
    access: admins,
    params: z.strictObject({ revision }),
    body: z.strictObject({ revision }),
    response: z.object({ revision, missing_secrets: z.array(z.string()) }),
    errors: [],
  },
})

const providerId = z.string().regex(/^\$?[a-z0-9_:]+$/, 'must only contain lowercase letters, digits, : and _')
const clientId = z.string().regex(projectIdPattern, 'must be a client ID, which is the ID of a project')
const nonEmpty = z.string().min(1, 'must not be empty')
const idSet = z.record(permissionId, z.literal(true))

const price = z.strictObject({
  ...amounts,
  interval: dayInterval.optional(),
  serverOnly: z.boolean().optional(),
  freeTrial: dayInterval.optional(),
})

/** An offer in the settings. Omitted fields have defaults. */
const offerWith = (pricesOfOffer: typeof price) =>
  z.strictObject({
    displayName: z.string().optional(),
    groupId: id63.optional(),
    isAddOnTo: z.union([z.literal(false), z.record(id63, z.literal(true))]).optional(),
    customerType,
    freeTrial: dayInterval.optional(),
    serverOnly: z.boolean().optional(),
    stackable: z.boolean().optional(),
    prices: z.union([z.literal('include-by-default'), z.record(id63, pricesOfOffer)]),
    includedItems: z
      .record(
        id63,
        z.strictObject({
          quantity: z.number(),
          repeat: repeat.optional(),
          expires: expires.optional(),
        }),
      )
      .optional(),
  })

/** An offer as stored in purchases. It may have a price without amounts, if they were removed from the settings. */
export const soldOffer = offerWith(price)

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #8a5a12')
const colors = z.strictObject(
  Object.fromEntries(brandColors.map((name) => [name, color.optional()])) as BrandColorFields,
)
type BrandColorFields = { [Name in (typeof brandColors)[number]]: z.ZodOptional<typeof color> }

export const branding = z.strictObject({
  brand: color.optional(),
  mode: z.enum(['auto', 'light', 'dark']).optional(),
  radius: z.number().int().min(0, 'must be at least 0').max(32, 'must be at most 32').optional(),
  light: colors.optional(),
  dark: colors.optional(),
  flow: z.enum(['tabs', 'identifier']).optional(),
})

/** What a template or a theme consists of, code if nothing else is said. */
function requireSource(entry: { tsxSource?: unknown; document?: unknown }, ctx: z.RefinementCtx): void {
  if (entry.tsxSource !== undefined || entry.document !== undefined) return
  ctx.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['tsxSource'] })
}

/** The settings that a project may override, as a tree. Every key is optional and has a default. */
export const configOverride = z.strictObject({
  rbac: z
    .strictObject({
      permissions: z
        .record(
          customPermissionId,
          z.strictObject({
            description: z.string().optional(),
            scope: z.enum(['team', 'project']).optional(),
            containedPermissionIds: idSet.optional(),
          }),
        )
        .optional(),
      defaultPermissions: z
        .strictObject({ teamCreator: idSet.optional(), teamMember: idSet.optional(), signUp: idSet.optional() })
        .optional(),
    })
    .optional(),
  apiKeys: z
    .strictObject({
      enabled: z.strictObject({ team: z.boolean().optional(), user: z.boolean().optional() }).optional(),
    })
    .optional(),
  teams: z
    .strictObject({
      createPersonalTeamOnSignUp: z.boolean().optional(),
      allowClientTeamCreation: z.boolean().optional(),
      allowClientRoleChanges: z.boolean().optional(),
    })
    .optional(),
  users: z.strictObject({ allowClientUserDeletion: z.boolean().optional() }).optional(),
  domains: z
    .strictObject({
      allowLocalhost: z.boolean().optional(),
      trustedDomains: z
        .record(
          id63,
          z.strictObject({
            baseUrl: trustedDomain.optional(),
            handlerPath: z.string().max(300, 'must have at most 300 characters').startsWith('/', 'must start with /'),
          }),
        )
        .optional(),
    })
    .optional(),
  auth: z
    .strictObject({
      allowSignUp: z.boolean().optional(),
      password: z.strictObject({ allowSignIn: z.boolean().optional() }).optional(),
      otp: z.strictObject({ allowSignIn: z.boolean().optional() }).optional(),
      passkey: z.strictObject({ allowSignIn: z.boolean().optional() }).optional(),
      stepUp: z.strictObject({ isRequired: z.boolean().optional() }).optional(),
      sessions: z
        .strictObject({
          longestLifeMinutes: sessionPolicy.longestLifeMinutes.optional(),
          inactivityMinutes: sessionPolicy.inactivityMinutes.optional(),
          maxPerUser: sessionPolicy.maxPerUser.optional(),
        })
        .optional(),
      secondFactor: z
        .strictObject({
          policy: z.enum(secondFactorPolicies).optional(),
          /** With the policy `required`. Without it, it is required already. */
          requiredFromMillis: z.number().int().min(0).max(maxDateMillis).optional(),
          /** Whether a device that has shown the second factor may be spared it for a while. */
          allowTrustedDevices: z.boolean().optional(),
        })
        .optional(),
      sessionKeys: z.strictObject({ isRequired: z.boolean().optional() }).optional(),
      oauth: z
        .strictObject({
          accountMergeStrategy: z.enum(['link_method', 'raise_error', 'allow_duplicates']).optional(),
          plainPkceClients: z.record(clientId, z.literal(true)).optional(),
          providers: z
            .record(
              providerId,
              z.strictObject({
                type: z.enum(providerTypes).optional(),
                allowSignIn: z.boolean().optional(),
                allowConnectedAccounts: z.boolean().optional(),
                isShared: z.boolean().optional(),
                clientId: z.string().optional(),
                clientSecret: z.string().optional(),
                facebookConfigId: z.string().optional(),
                microsoftTenantId: z.string().optional(),
              }),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
  emails: z
    .strictObject({
      isMarketingOptIn: z.boolean().optional(),
      defaultLocale: locale.optional(),
      selectedThemeId: z.string().optional(),
      themes: z
        .record(
          uuid,
          z
            .strictObject({
              displayName: z.string(),
              tsxSource: z.string().optional(),
              document: emailThemeDocument.optional(),
            })
            .superRefine(requireSource),
        )
        .optional(),
      templates: z
        .record(
          uuid,
          z
            .strictObject({
              displayName: z.string(),
              tsxSource: z.string().optional(),
              document: emailDocument.optional(),
              themeId: z.union([uuid, z.literal(false)]).optional(),
            })
            .superRefine(requireSource),
        )
        .optional(),
      server: z
        .strictObject({
          isShared: z.boolean().optional(),
          provider: z.enum(['smtp', 'resend']).optional(),
          host: nonEmpty.optional(),
          port: z.number().int().min(0, 'must be at least 0').max(65_535, 'must be at most 65535').optional(),
          username: nonEmpty.optional(),
          password: nonEmpty.max(70, 'must have at most 70 characters').optional(),
          senderName: nonEmpty.optional(),
          senderEmail: email.optional(),
        })
        .optional(),
    })
    .optional(),
  payments: z
    .strictObject({
      autoPay: z.strictObject({ interval: dayInterval.optional() }).optional(),
      groups: z.record(id63, z.strictObject({ displayName: z.string().optional() })).optional(),
      items: z
        .record(id63, z.strictObject({ displayName: z.string().optional(), customerType: customerType.optional() }))
        .optional(),
      offers: z.record(id63, offerWith(price.refine(hasCurrency, currencyRequired))).optional(),
    })
    .optional(),
  dataVault: z
    .strictObject({ stores: z.record(id63, z.strictObject({ displayName: z.string().optional() })).optional() })
    .optional(),
  branding: branding.optional(),
  /** Other apps that users sign in to with their account. */
  oauthProvider: oauthProviderSettings.optional(),
  workflows: z
    .strictObject({
      availableWorkflows: z
        .record(
          id63,
          z.strictObject({
            displayName: z.string().optional(),
            tsSource: z.string().optional(),
            enabled: z.boolean().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})

/** The same as JSON Schema, for editors. */
export const toConfigSchema = () => z.toJSONSchema(configOverride, { io: 'input', unrepresentable: 'any' })

export type ConfigOverrideTree = z.output<typeof configOverride>
