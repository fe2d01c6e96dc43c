import Bowser from 'bowser'

export interface DeviceFacts {
  /** For example `Firefox 128`; empty if unknown. */
  browser: string
  /** For example `Windows`. */
  system: string
  isHandheld: boolean
}

/** Returns the browser and system that a user agent claims, which doesn't prove them. */
export const readUserAgent = (userAgent: string): DeviceFacts => {
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  return {
    browser: [browser.name, version].filter(Boolean).join(' '),
    system: os.name ?? '',
    isHandheld: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
