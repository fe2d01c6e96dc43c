import { scim } from '../../../../contract/scim.ts'
import type { BackendConfig } from '../../../ports.ts'

/** Returns the URL of a resource for clients. */
export const scimUrl = ({ apiUrl }: Pick<BackendConfig, 'apiUrl'>, path: string): string =>
  new URL(scim.read.path.replace('{path}', path), apiUrl).href
