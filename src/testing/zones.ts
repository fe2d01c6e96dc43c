const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York']

/** Runs a test as on a server in each of some time zones, and restores the zone of this one. */
export const inEachZone = (run: (zone: string) => void): void => {
  const own = process.env.TZ
  try {
    for (const zone of ZONES) {
      process.env.TZ = zone
      run(zone)
    }
  } finally {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  }
}
