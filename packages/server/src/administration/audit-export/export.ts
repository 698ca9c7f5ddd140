import type { Db } from '../../platform/db/database.ts'
import { deliverFor } from '../../platform/deliveries/run.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import type { ExportedRecord, LogExporter } from '../../platform/observability/log-exporter.ts'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import { deleteFact, setFact } from '../../projects/deployment/queries.ts'
import type { AuditEntryRow } from '../../records/audit/queries.ts'
import { claimBatch, deleteBatch, exportFact, listWaitingProjects, releaseBatch } from './queries.ts'

const batchSize = 100
/** The rest is left to the next turn. */
const maxRunMillis = 45_000

/** Tells the trigger of the audit log whether entries are exported. What waits when it is switched off is sent later. */
export async function rememberAuditExport(db: Db, isOn: boolean | undefined): Promise<void> {
  await (isOn ? setFact(db, exportFact, 'on') : deleteFact(db, exportFact))
}

/** Loaded with its libraries only if it is used. */
const auditExporter = oncePerServer(async ({ config, onClose }): Promise<LogExporter | undefined> => {
  if (!config.auditLogExport) return undefined
  const { createLogExporter } = await import('../../platform/observability/log-exporter.ts')
  const exporter = await createLogExporter(process.env)
  onClose(exporter.close)
  return exporter
})

/** Sends new entries to the collector, in the order of each project. After a failure, everything waits for the next turn. */
export function createAuditExportJobs(platform: Platform): Pick<JobHandlers, 'export-audit-log'> {
  const { db } = platform
  return {
    'export-audit-log': async (_, { signal }) => {
      const exporter = await auditExporter(platform)
      if (!exporter) return
      let waiting: string[] = []
      await deliverFor(maxRunMillis, signal, async () => {
        if (waiting.length === 0) waiting = await listWaitingProjects(db)
        const projectId = waiting.shift()
        return projectId !== undefined && (await exportBatch(platform, exporter, projectId))
      })
    },
  }
}

/** False if the collector did not take it. */
async function exportBatch({ db, log }: Platform, exporter: LogExporter, projectId: string): Promise<boolean> {
  const batch = await claimBatch(db, projectId, batchSize)
  if (!batch) return true
  try {
    await exporter.send(batch.entries.map(toRecord))
  } catch (error) {
    log.warn('The collector did not take the audit log, which is sent again later', { error })
    await releaseBatch(db, projectId, batch.claimId)
    return false
  }
  await deleteBatch(db, projectId, batch.claimId)
  return true
}

/** Names that are not ours follow the semantic conventions of OpenTelemetry. */
function toRecord(entry: AuditEntryRow): ExportedRecord {
  return {
    time: entry.happened_at,
    name: `latchkey.audit.${entry.action}`,
    attributes: {
      'latchkey.audit.id': entry.id,
      'latchkey.audit.action': entry.action,
      'latchkey.audit.actor.type': entry.actor_type,
      'latchkey.audit.actor.id': entry.actor_id,
      'latchkey.audit.actor.description': entry.key_description,
      'latchkey.audit.target.type': entry.target_type,
      'latchkey.audit.target.id': entry.target_id,
      'latchkey.audit.details': entry.details === null ? null : JSON.stringify(entry.details),
      'latchkey.project.id': entry.project_id,
      'latchkey.request.id': entry.request_id,
      'client.address': entry.ip_address,
      'user_agent.original': entry.user_agent,
    },
  }
}
