/** The roles of the people who manage a project. Each belongs to a member of the team that owns it. */
export const ownerRoles = ['owner', 'admin', 'developer', 'support', 'viewer'] as const

export type OwnerRole = (typeof ownerRoles)[number]

const everyRole = ownerRoles
const administrators = ['owner', 'admin'] as const
const developers = [...administrators, 'developer'] as const
const supporters = [...administrators, 'support'] as const

/**
 * What a role may allow, and which roles do. Routes name the one they need (`ownerNeeds`); the server checks it for
 * every request with an owner's session, and the dashboard hides what would be refused.
 */
const rolesThatMay = {
  /** See users, teams, sent emails, payments, metrics and the audit log. */
  read: everyRole,
  /** See keys, templates, webhooks and the history of the configuration, without secrets. */
  'read-setup': [...developers, 'viewer'],
  /** See passwords and secrets of other services, signing secrets and the values of the data vault. */
  secrets: developers,
  /** Save lists of users, audit entries and payments as files. */
  export: [...developers, 'support'],
  /** Create, restrict and delete users, and change what is stored about them. */
  users: supporters,
  /** Change how users sign in, act for them and sign in as them. */
  accounts: supporters,
  /** Change teams, their members and everybody's permissions. */
  teams: supporters,
  /** Give users and teams items and offers. */
  payments: [...developers, 'support'],
  /** Change settings, permissions, emails and webhooks. */
  settings: developers,
  keys: developers,
  /** Invite and remove owners and change their roles. */
  owners: ['owner'],
  /** Transfer and delete the project. */
  ownership: ['owner'],
} as const satisfies Record<string, readonly OwnerRole[]>

export type Capability = keyof typeof rolesThatMay

export const capabilities = Object.keys(rolesThatMay) as Capability[]

/** `none` is for what the publishable key of the project is enough for as well. */
export type OwnerNeed = Capability | 'none'

/**
 * The users of the project `internal` are the owners of all projects. With its settings, emails or keys anybody could
 * become one of them, so there every change needs the role `owner`, and nobody's session changes accounts or teams.
 */
const seenInInternal: readonly Capability[] = ['read', 'read-setup']
const changedByOwnerRoutes: readonly Capability[] = ['accounts', 'teams']

/** The roles that allow it; none at all for what only the routes for owners change. */
export function rolesFor(capability: Capability, { isInternal }: { isInternal: boolean }): readonly OwnerRole[] {
  if (!isInternal || seenInInternal.includes(capability)) return rolesThatMay[capability]
  return changedByOwnerRoutes.includes(capability) ? [] : ['owner']
}

/** Why something is refused, for people. */
export function describeRefusal(role: OwnerRole, roles: readonly OwnerRole[]): string {
  const needed = roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`
  return `Your role in this project is ${role}. This needs the role ${needed}.`
}
