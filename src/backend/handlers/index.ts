import type { Route } from '../http/router.ts'
import { firstRoutes } from './first-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { laterRoutes } from './later-routes.ts'

/** Every operation that has a handler; all others are 404. */
export const allRoutes = (): Route[] => [...firstRoutes(), ...laterRoutes(), ...integrationRoutes()]
