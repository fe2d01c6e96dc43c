import type { connectivity } from '../../contract/webhooks.ts'
import { oneOf } from '../call/read.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { permissionOfEvent } from '../domain/identity/guarantor/event-areas.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

/** The catalog is part of the release, so it has no dates of its own. */
const factsOf = ({ config }: Ports) => ({ vendorId: config.vendorId, createdAt: iso(0), updatedAt: iso(0) })

export const eventsHandlers = {
  listCategories: allowed('fe.connectivity.read.eventCategories', async ({ ports }) =>
    EVENT_CATALOG.map(({ id, name, events }) => ({
      id,
      name,
      ...factsOf(ports),
      events: events.map((event) => ({ id: event.key, ...event, category: name })),
    })),
  ),
  listChannelEvents: allowed('fe.connectivity.read.events', async ({ ports, query }) => {
    oneOf(query.channels, 'channels', ['email', 'slack', 'sms', 'webhook'])
    const facts = factsOf(ports)
    return EVENT_CATALOG.flatMap(({ id, name, events }) =>
      events.map((event) => ({
        id: event.key,
        ...event,
        ...facts,
        permission: permissionOfEvent(event.key),
        category: { id, name, ...facts },
      })),
    )
  }),
} satisfies Partial<Handlers<typeof connectivity>>
