import type { JsonObject, JsonValue, WireDate } from './wire.ts'

export type AuthStrategy = 'EmailAndPassword' | 'MagicLink' | 'Code' | 'NoLocalAuthentication' | 'SmsCode'
export type SecondaryStrategy = 'WebAuthnPlatform' | 'WebAuthnCrossPlatform' | 'SmsCode' | 'SmsCodeV2' | 'Passkeys'
export type MachineToMachineStrategy = 'ClientCredentials' | 'AccessToken'

export interface PublicPolicy {
  allowSignups: boolean
  allowNotVerifiedUsersLogin: boolean
  apiTokensEnabled: boolean
  forcePermissions: boolean
  authStrategy: AuthStrategy
  machineToMachineAuthStrategy: MachineToMachineStrategy
}

export interface AuthStrategies {
  mainAuthStrategies: { strategy: AuthStrategy }[]
  secondaryAuthStrategies: { strategy: SecondaryStrategy; isActive: boolean }[]
}

export interface VendorInfo {
  name: string
  logo: string
  icon: string
  whiteLabelMode: boolean
  /** Client ID of this environment. Only some backends send it; start-up compares it with the client ID of the page. */
  clientId?: string
}

/** Feature flags; a flag is on only when its value is exactly `on`. */
export interface FeatureFlags {
  [flag: string]: 'on' | 'off'
}

export interface PortalConfiguration {
  theme?: JsonObject
  themeV2?: JsonObject
  navigation?: JsonObject
  localizations?: JsonObject
  integrations?: { gtm?: { id: string; enabled: boolean; createdAt: WireDate }[] }
}

/** Portal metadata; only the first row is used. */
export interface PortalMetadata {
  rows: { configuration: PortalConfiguration }[]
}

/** Key set (RFC 7517 §5); the first key is used. */
export interface KeySet {
  keys: JsonWebKey[]
}

/** JSON web key (RFC 7517 §4). */
export interface JsonWebKey {
  kty: string
  kid?: string
  alg?: string
  use?: string
  crv?: string
  x?: string
  y?: string
  n?: string
  e?: string
}

export interface SamlMetadata {
  rows: {
    id: string
    entityName: string
    isActive: boolean
    configuration: { acsUrl: string; spEntityId: string }
    properties: JsonValue[]
    vendorId: string
    createdAt: WireDate
    updatedAt: WireDate
  }[]
}

export interface AdminBoxMetadata {
  configuration: { themeV2: { loginBox: JsonObject }; [part: string]: JsonValue }
}

/** Change of a single leaf: `type` is its path joined by `/`. */
export interface AdminBoxAction {
  type: string
  payload: JsonValue
}

export interface IpInfo {
  ip: string
  /** Latitude; `null` when the server has no location data. */
  latitude: number | null
  longitude: number | null
  city: string | null
  country_name: string | null
  country_code: string | null
  zip: string | null
  location: { country_flag?: string; country_flag_emoji?: string }
}
