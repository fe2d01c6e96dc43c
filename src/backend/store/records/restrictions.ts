/** Whether and by which list a tenant restricts IP addresses; its id is the tenant's. */
export interface IpConfigRecord {
  id: string
  isActive: boolean
  strategy: 'ALLOW' | 'BLOCK'
  /** Another text after every change of the tenant's rules; what was made of them before is void. */
  revision: string
  createdAt: number
  updatedAt: number
}

export interface IpRestrictionRecord {
  id: string
  tenantId: string
  /** In the one spelling of `readIpRange`. */
  ip: string
  strategy: 'ALLOW' | 'BLOCK'
  isActive: boolean
  description: string
  createdAt: number
  updatedAt: number
}
