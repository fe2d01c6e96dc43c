/** Defines whether a tenant restricts IP addresses, and by which list; its id is the tenant's. */
export interface IpConfigRecord {
  id: string
  isActive: boolean
  strategy: 'ALLOW' | 'BLOCK'
  /** A new value after every change of the tenant's rules; anything derived from earlier rules is void. */
  revision: string
  createdAt: number
  updatedAt: number
}

export interface IpRestrictionRecord {
  id: string
  tenantId: string
  /** Normalized by `readIpRange`. */
  ip: string
  strategy: 'ALLOW' | 'BLOCK'
  isActive: boolean
  description: string
  createdAt: number
  updatedAt: number
}
