import type { AccessType, OwnerRole } from '@latchkey/contract'
import type { VerifiedToken } from '../accounts/sessions/access-tokens.ts'
import type { Db } from '../platform/db/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { Project } from '../projects/cache.ts'
import { TraceNotes } from '../records/traces/notes.ts'

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
  /** The app's server sends the request for a visitor, and has proved it with its secret key. */
  readonly isRelayed?: boolean
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
  readonly platform: Platform
  readonly requestId: string
  readonly caller: Caller
  readonly project: Project | null
  readonly access: AccessType | null
  readonly token: VerifiedToken | null
  readonly owner: ActingOwner | null
  readonly keySetId: string | null
  /** The directory of a company that makes the request, with server access to its project. */
  readonly directoryId: string | null
  /** The connection whose set-up link makes the request, without any other access to its project. */
  readonly setupOf: string | null
  /** The app's server sends the request for a visitor. */
  readonly isRelayed: boolean
  /** The database, or a replica of it for routes that may read one. */
  readonly db: Db
  /** `Set-Cookie` headers of the response, for successes and errors. */
  readonly cookies: string[] = []
  /** What owners are told if the request fails. */
  readonly trace: TraceNotes

  /** When the request is taken to be made. */
  readonly now: () => Date

  constructor(
    platform: Platform,
    requestId: string,
    caller: Caller,
    access: Access | null,
    {
      db = platform.db,
      now = platform.now,
      trace = new TraceNotes(),
      directoryId = null,
      setupOf = null,
    }: Partial<ContextOptions> = {},
  ) {
    this.platform = platform
    this.requestId = requestId
    this.caller = caller
    this.project = access?.project ?? null
    this.access = access?.access ?? null
    this.token = access?.token ?? null
    this.owner = access?.owner ?? null
    this.keySetId = access?.keySetId ?? null
    this.directoryId = directoryId
    this.setupOf = setupOf
    this.isRelayed = access?.isRelayed ?? false
    this.db = db
    this.now = now
    this.trace = trace
    if (access) trace.projectId = access.project.id
  }

  /** The same request, reading from another database. */
  readingFrom(db: Db): RequestContext {
    const { platform, requestId, caller, project, access, token, owner, keySetId, isRelayed, now, trace } = this
    const identity = project && access && { project, access, token, owner, keySetId, isRelayed }
    return new RequestContext(platform, requestId, caller, identity, { db, now, trace })
  }

  /** The same request of an open route, with a project that was identified by other means than headers. */
  ofProject(project: Project, token: VerifiedToken | null = null, setupOf: string | null = null): Context {
    const isRelayed = this.isRelayed && this.project?.id === project.id
    const identity = { project, access: 'client' as const, token, owner: null, keySetId: null, isRelayed }
    const { platform, requestId, caller, trace } = this
    return new RequestContext(platform, requestId, caller, identity, { trace, setupOf }) as Context
  }
}

interface ContextOptions extends Pick<Platform, 'db' | 'now'> {
  trace: TraceNotes
  directoryId: string | null
  setupOf: string | null
}

export type OpenContext = RequestContext
export type Context = RequestContext & { readonly project: Project; readonly access: AccessType }
