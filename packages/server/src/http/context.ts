import type { AccessType, OwnerRole } from '@latchkey/contract'
import type { AccessTokens, VerifiedToken } from '../accounts/sessions/access-tokens.ts'
import type { SigningKeys } from '../accounts/sessions/signing-keys.ts'
import type { Heartbeat } from '../administration/server-status/heartbeat.ts'
import type { EmailRenderer } from '../emails/rendering/renderer.ts'
import type { EmailServers } from '../emails/smtp/servers.ts'
import type { OpenIdServers } from '../identity/oauth/providers/openid-servers.ts'
import type { FindDecoy } from '../identity/password/decoys.ts'
import type { PasswordHasher } from '../identity/password/hash.ts'
import type { StripeClient } from '../payments/stripe/client.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifications } from '../platform/db/notifications.ts'
import type { Replica } from '../platform/db/replica.ts'
import type { TakeTurn } from '../platform/fair-queue.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Quotas } from '../platform/limits/quotas.ts'
import type { Log } from '../platform/log.ts'
import type { Telemetry } from '../platform/observability/telemetry.ts'
import type { OutboundClient } from '../platform/outbound/client.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Project, ProjectCache } from '../projects/cache.ts'
import type { KeyUses } from '../projects/project-keys/uses.ts'
import type { LiveUpdates } from '../records/live-updates/live-updates.ts'
import type { DevelopmentIdentityProvider } from '../site/development-identity-provider/development-identity-provider.ts'
import type { WebhookService } from '../webhooks/service.ts'

/** Everything that lives as long as the server. */
export interface Services {
  readonly config: Partial<
    Pick<
      Config,
      | 'setupCode'
      | 'backups'
      | 'settingsInForce'
      | 'databaseUrl'
      | 'smtp'
      | 'accessLog'
      | 'metricsToken'
      | 'rateLimits'
      | 'quotas'
    >
  > &
    Pick<
      Config,
      | 'url'
      | 'isProduction'
      | 'trustedProxies'
      | 'accessTokenSeconds'
      | 'plaintextSmtp'
      | 'sharedOAuth'
      | 'ai'
      | 'stripe'
      | 'cronSecret'
      | 'retention'
    >
  readonly db: Db
  /** Only if one is configured. */
  readonly replica: Replica | undefined
  readonly notifications: Notifications
  readonly heartbeat: Heartbeat
  readonly log: Log
  /** For requests that fail because the database is unavailable. */
  readonly warnOfOutage: (fields: Record<string, unknown>) => void
  readonly telemetry: Telemetry
  readonly now: () => Date
  readonly secrets: Secrets
  /** Protects the hashed keys of the data vault. */
  readonly vaultHashKey: Buffer
  readonly signingKeys: SigningKeys
  readonly accessTokens: AccessTokens
  readonly projects: ProjectCache
  readonly keyUses: KeyUses
  readonly liveUpdates: LiveUpdates
  readonly limiter: Limiter
  readonly quotas: Quotas
  readonly passwords: PasswordHasher
  readonly findPasswordDecoy: FindDecoy
  readonly takeHeavyReadTurn: TakeTurn
  readonly outbound: OutboundClient
  readonly emailRenderer: EmailRenderer
  readonly emailServers: EmailServers
  /** Only if an external service delivers the webhooks. */
  readonly webhookService: WebhookService | undefined
  /** The card provider, if it is configured. */
  readonly stripe: StripeClient | undefined
  readonly openIdServers: OpenIdServers
  /** Only in development, and only if no other issuer replaces the shared providers. */
  readonly developmentIdentityProvider: DevelopmentIdentityProvider | undefined
}

/** The part of `Headers` that is used, so that Node's headers do not have to be copied for every request. */
export interface RequestHeaders {
  get(name: string): string | null
}

/** The address is computed on demand, because most requests do not need it. */
export interface Caller {
  readonly headers: RequestHeaders
  readonly address: string | undefined
  /** The connection comes from a trusted proxy, so its headers can be trusted. */
  readonly isProxied: boolean
  readonly isOnThisMachine: boolean
}

/** The caller: the project, the access level and the verified access token of a user, if one was sent. */
export interface Access extends ActiveGrant {
  readonly project: Project
  readonly access: AccessType
  readonly token: VerifiedToken | null
}

/** Who or what gave a request its access to the project. */
export interface Grant {
  /** The project owner, if the request is authenticated by an owner rather than a key. */
  readonly owner: Owner | null
  /** The key set of the project key, unless an owner or the development override key gave access. */
  readonly keySetId: string | null
}

/** A grant that has just been checked. */
export interface ActiveGrant extends Grant {
  readonly owner: ActingOwner | null
}

/** An owner with the role in the team that owns the requested project. */
export interface ActingOwner extends Owner {
  readonly role: OwnerRole
}

/** A user of the internal project and their session. */
export interface Owner {
  readonly id: string
  readonly sessionId: string
}

/** One request. Open routes may have no project; all other handlers get `Context`. */
export class RequestContext {
  readonly services: Services
  readonly requestId: string
  readonly caller: Caller
  readonly project: Project | null
  readonly access: AccessType | null
  readonly token: VerifiedToken | null
  readonly owner: ActingOwner | null
  readonly keySetId: string | null
  /** The database, or a replica of it for routes that may read one. */
  readonly db: Db
  /** `Set-Cookie` headers of the response, for successes and errors. */
  readonly cookies: string[] = []

  constructor(services: Services, requestId: string, caller: Caller, access: Access | null, db = services.db) {
    this.services = services
    this.requestId = requestId
    this.caller = caller
    this.project = access?.project ?? null
    this.access = access?.access ?? null
    this.token = access?.token ?? null
    this.owner = access?.owner ?? null
    this.keySetId = access?.keySetId ?? null
    this.db = db
  }

  /** The same request, reading from another database. */
  readingFrom(db: Db): RequestContext {
    const { services, requestId, caller, project, access, token, owner, keySetId } = this
    const identity = project && access && { project, access, token, owner, keySetId }
    return new RequestContext(services, requestId, caller, identity, db)
  }

  now(): Date {
    return this.services.now()
  }

  /** The same request of an open route, with a project that was identified by other means than headers. */
  ofProject(project: Project, token: VerifiedToken | null = null): Context {
    return new RequestContext(this.services, this.requestId, this.caller, {
      project,
      access: 'client',
      token,
      owner: null,
      keySetId: null,
    }) as Context
  }
}

export type OpenContext = RequestContext
export type Context = RequestContext & { readonly project: Project; readonly access: AccessType }
