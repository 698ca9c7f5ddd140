import { defineRoutes } from './route.ts'

export const liveUpdateRoutes = defineRoutes('read', {
  'GET /internal/live-updates': {
    summary: 'Watch the project for changes',
    description:
      'Server-sent events. Each `change` event has the `actions` since the last one, named as in the audit log, and `webhook_delivery.attempted`, at most ' +
      'twice a second, and the `age_millis` of the newest; `*` means that some may have been missed. Contains no data: ' +
      'read what you show again. The server ' +
      'ends the stream after a minute, so that access is checked again; reconnect at once.',
    access: ['admin'],
    response: 'events',
    errors: [],
  },
})
