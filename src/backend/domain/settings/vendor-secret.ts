import type { Ports } from '../../ports.ts'

/** Returns the name of the field that contains a secret's reference. */
export const referenceField = (field: string): string => `${field}Reference`

const boundTo = (reference: string) => ({ purpose: 'vendor setting', owner: reference })

export const sealVendorSecret = (
  { secretBox }: Pick<Ports, 'secretBox'>,
  value: string,
  reference: string,
): Promise<string> => secretBox.seal(value, boundTo(reference))

/** Returns the secret of a vendor's setting. A secret without a reference was stored before secrets were sealed. */
export const openVendorSecret = async (
  { secretBox }: Pick<Ports, 'secretBox'>,
  stored: string,
  reference: string | undefined,
): Promise<string> => (reference === undefined ? stored : (await secretBox.open(stored, boundTo(reference))).text)
