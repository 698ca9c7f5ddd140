import { internalProjectId } from '../../platform/internal-project.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { findFirstOwner } from '../../projects/owner-queries.ts'
import type { EmailFailure } from './failures.ts'

/** What the shared email server sends for projects without their own. */
export interface EmailSharing {
  /** Whether it sends emails with any content: it is the inbox, or owners are invited, so the operator knows them. */
  isForAllEmails(): Promise<boolean>
  /** Whether this project may only send built-in emails, because anybody can own projects. */
  isForBuiltInOnly(project: Project): Promise<boolean>
  /** Counts an email that is about to be sent, or returns why it must not be sent. */
  refuse(project: Project, email: { isBuiltIn: boolean }): Promise<EmailFailure | undefined>
}

export function createEmailSharing(
  platform: Platform,
  { isProduction, smtp }: { isProduction: boolean; smtp?: object | undefined },
): EmailSharing {
  const { db, limiter } = platform
  const projects = projectCache(platform)

  async function mayStrangersOwnProjects(): Promise<boolean> {
    const internal = await projects.find(internalProjectId)
    return internal?.config.auth.allowSignUp ?? true
  }

  const isForBuiltInOnly = async (project: Project) =>
    isProduction && project.id !== internalProjectId && (await mayStrangersOwnProjects())

  // What goes to the development inbox reaches no stranger.
  const isInbox = !isProduction && !smtp

  return {
    isForAllEmails: async () => isInbox || !(await mayStrangersOwnProjects()),
    isForBuiltInOnly,
    async refuse(project, { isBuiltIn }) {
      if (!(await isForBuiltInOnly(project))) return undefined
      if (!isBuiltIn) return notBuiltIn
      if (!(await limiter.tryConsume(db, 'sharedEmailsByProject', project.id))) return tooMany
      // A second team or project does not double the limit.
      const owner = (await findFirstOwner(db, project.owner_team_id)) ?? project.id
      return (await limiter.tryConsume(db, 'sharedEmailsByOwner', owner)) ? undefined : tooMany
    },
  }
}

const notBuiltIn: EmailFailure = {
  errorType: 'REJECTED',
  isPassing: false,
  message: 'The shared email server only sends built-in emails. Configure an email server for the project.',
}

const tooMany: EmailFailure = {
  errorType: 'UNKNOWN',
  isPassing: true,
  message:
    'The daily limit of the shared email server for this project or its owner has been reached. Configure an email ' +
    'server for the project.',
}
