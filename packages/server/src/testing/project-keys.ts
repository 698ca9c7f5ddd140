import type { TestProject } from './project.ts'

/** Another admin key of the project, with the header that sends it instead of the first one. */
export async function createAdminKey(project: TestProject) {
  const created = await project.call('POST /internal/api-keys', {
    as: 'admin',
    body: {
      description: 'Deployments',
      expires_at_millis: Date.now() + 3_600_000,
      has_publishable_client_key: false,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    },
  })
  return {
    id: created.id,
    headers: {
      'x-stack-secret-server-key': created.secret_server_key!,
      'x-stack-super-secret-admin-key': created.super_secret_admin_key!,
    },
  }
}

export async function revokeKey({ call }: TestProject, id: string): Promise<void> {
  await call('PATCH /internal/api-keys/{id}', { as: 'admin', params: { id }, body: { revoked: true } })
}
