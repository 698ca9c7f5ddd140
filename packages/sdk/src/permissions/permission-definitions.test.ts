import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { type AdminApp, appInternalsSymbol, KnownErrors } from '../index.ts'
import { createAdmin, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const scopes = {
  team: (app: AdminApp) => ({
    list: () => app.listTeamPermissionDefinitions(),
    create: app.createTeamPermissionDefinition,
    update: app.updateTeamPermissionDefinition,
    remove: app.deleteTeamPermissionDefinition,
    store: app[appInternalsSymbol].teamPermissionDefinitions,
  }),
  project: (app: AdminApp) => ({
    list: () => app.listProjectPermissionDefinitions(),
    create: app.createProjectPermissionDefinition,
    update: app.updateProjectPermissionDefinition,
    remove: app.deleteProjectPermissionDefinition,
    store: app[appInternalsSymbol].projectPermissionDefinitions,
  }),
}

describe.each(Object.entries(scopes))('the permissions of a %s', (_scope, methodsOf) => {
  async function open() {
    const { project, takeRequests } = await openProject()
    const app = createAdmin(project)
    const { list, ...methods } = methodsOf(app)
    const find = async (id: string) => (await list()).find((definition) => definition.id === id)
    return { app, ...methods, find, takeRequests }
  }

  test('are created, changed and deleted', async () => {
    const { create, update, remove, find } = await open()
    const reader = { id: 'reader', description: 'Reads', containedPermissionIds: [] }
    expect(await create(reader)).toEqual(reader)
    await create({ id: 'writer', containedPermissionIds: ['reader'] })
    expect(await find('writer')).toEqual({ id: 'writer', description: undefined, containedPermissionIds: ['reader'] })

    await update('writer', { description: 'Writes', containedPermissionIds: [] })
    expect(await find('writer')).toEqual({ id: 'writer', description: 'Writes', containedPermissionIds: [] })
    await remove('writer')
    expect(await find('writer')).toBeUndefined()
    await expect(remove('writer')).rejects.toSatisfy(KnownErrors.PermissionNotFound.isInstance)
  })

  test('keep omitted fields in an update and clear fields set to undefined', async () => {
    const { create, update, find } = await open()
    await create({ id: 'reader', containedPermissionIds: [] })
    await create({ id: 'writer', description: 'Writes', containedPermissionIds: ['reader'] })
    await update('writer', { description: 'Writes everything' })
    expect((await find('writer'))!.containedPermissionIds).toEqual(['reader'])
    await update('writer', { containedPermissionIds: [] })
    expect(await find('writer')).toMatchObject({ description: 'Writes everything', containedPermissionIds: [] })
    await update('writer', { description: undefined })
    expect((await find('writer'))!.description).toBeUndefined()
    await expect(update('nobody', { description: 'None' })).rejects.toSatisfy(KnownErrors.PermissionNotFound.isInstance)
  })

  test('contain only defined permissions and have unique ids', async () => {
    const { create } = await open()
    await expect(create({ id: 'writer', containedPermissionIds: ['reader'] })).rejects.toSatisfy(
      KnownErrors.ContainedPermissionNotFound.isInstance,
    )
    await create({ id: 'reader', containedPermissionIds: [] })
    await expect(create({ id: 'reader', containedPermissionIds: [] })).rejects.toSatisfy(
      KnownErrors.PermissionIdAlreadyExists.isInstance,
    )
  })

  test('change immediately for subscribers, including the settings', async () => {
    const { app, create, update, remove, store } = await open()
    const { config } = (await app.getProject())[appInternalsSymbol]
    await show(store, config)
    const shownDescriptions = () => [
      shownIn(store).flatMap(({ id, description }) => (id === 'reader' ? [description] : [])),
      shownIn(config).rbac.permissions.reader?.description,
    ]
    await create({ id: 'reader', description: 'Old', containedPermissionIds: [] })
    expect(shownDescriptions()).toEqual([['Old'], 'Old'])
    await update('reader', { description: 'New', containedPermissionIds: [] })
    expect(shownDescriptions()).toEqual([['New'], 'New'])
    await remove('reader')
    expect(shownDescriptions()).toEqual([[], undefined])
  })
})
