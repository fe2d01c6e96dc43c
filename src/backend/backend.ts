import { allRoutes } from './handlers/index.ts'
import { type Backend, createBackendOf } from './http/edge.ts'
import { createRouter } from './http/router.ts'
import type { Ports } from './ports.ts'

export type { Backend }

/**
 * Creates the reference backend on web standards: a function from request to response over the given ports.
 * `peer.address` is the address of the connection as the host measured it; without it only the limits per account
 * apply.
 */
export const createBackend = (ports: Ports): Backend => createBackendOf(ports, createRouter(allRoutes()))
