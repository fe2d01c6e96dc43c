import type { Route } from '../http/router.ts'
import { administrationRoutes } from './administration-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Every operation that has a handler; all others are 404. */
export const allRoutes = (): Route[] => [...userRoutes(), ...administrationRoutes(), ...integrationRoutes()]
