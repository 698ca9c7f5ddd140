import { z } from 'zod'

/** The scopes that every project has, beside those that it defines. */
export const builtInScopes = ['openid', 'profile', 'email', 'teams', 'offline_access'] as const

/** As in RFC 6749, short enough to be shown, and without what has a meaning in settings. */
export const oauthScope = z
  .string()
  .regex(/^[A-Za-z0-9_:][A-Za-z0-9_:-]{0,99}$/, 'must consist of letters, digits, _, : and -')
  .refine((scope) => !(builtInScopes as readonly string[]).includes(scope), 'must not be a built-in scope')

/** What an access token is for. Compared exactly, as RFC 8707 wants it. */
export const resourceUri = z
  .string()
  .max(500, 'must have at most 500 characters')
  .refine((uri) => URL.canParse(uri) && !uri.includes('#'), 'must be an absolute URI without a fragment')

const text = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')
const id63 = z.string().regex(/^[a-z0-9_][a-z0-9_-]{0,62}$/i, 'must be an ID of at most 63 characters')
const claimName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,62}$/, 'must consist of letters, digits, _ and -, and begin with a letter')

/** The settings of a project as an OAuth provider. Every key is optional. */
export const oauthProviderSettings = z.strictObject({
  isEnabled: z.boolean().optional(),
  /** The page of the app on which users approve access. Without it, the server has such a page. */
  consentUrl: z
    .string()
    .max(500, 'must have at most 500 characters')
    .refine((url) => /^https?:\/\/[^\s\\#]+$/i.test(url) && URL.canParse(url), 'must be an http or https URL')
    .optional(),
  scopes: z
    .record(
      oauthScope,
      z.strictObject({
        /** What users read when they are asked for it: "Read your invoices". */
        displayName: text.optional(),
        description: text.optional(),
        /** Only for users who have this permission, in the chosen team if it is one of teams. */
        permissionId: z.string().max(100).optional(),
      }),
    )
    .optional(),
  resources: z
    .record(
      id63,
      z.strictObject({
        uri: resourceUri.optional(),
        displayName: text.optional(),
        scopes: z.record(oauthScope, z.literal(true)).optional(),
        /** For clients that do not say which resource they want a token for. Only one may be. */
        isDefault: z.boolean().optional(),
        accessTokenMinutes: z.number().int().min(1).max(1_440).optional(),
      }),
    )
    .optional(),
  /** Claims made of the user's metadata that clients may read, for the scope that they belong to. */
  claims: z
    .record(
      claimName,
      z.strictObject({
        scope: z.string().max(100),
        metadata: z.enum(['client', 'client_read_only', 'server']),
        key: z.string().min(1).max(200),
      }),
    )
    .optional(),
  /** Whether clients may have the URL of their metadata document as their ID. */
  allowMetadataDocuments: z.boolean().optional(),
  /** Whether clients may register themselves (RFC 7591). */
  allowRegistration: z.boolean().optional(),
})
