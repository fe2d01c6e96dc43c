import { zoneIn, zoneOfWindows } from './windows-zones.ts'

/** Names in the lists of Windows and Rails that neither contain a city of the tz database nor a name of `ZONES`. */
const PLACES = `
Abu Dhabi=Asia/Dubai
Alaska=America/Anchorage
American Samoa=Pacific/Pago_Pago
Anadyr=Asia/Kamchatka
Arizona=America/Phoenix
Astana=Asia/Almaty
Baja California=America/Tijuana
Beijing=Asia/Shanghai
Bern=Europe/Zurich
Brasilia=America/Sao_Paulo
Cabo Verde=Atlantic/Cape_Verde
Chennai=Asia/Kolkata
Chetumal=America/Cancun
Chokurdakh=Asia/Srednekolymsk
City of Buenos Aires=America/Buenos_Aires
Edinburgh=Europe/London
Ekaterinburg=Asia/Yekaterinburg
Georgetown=America/Guyana
Guadalajara=America/Mexico_City
Hanoi=Asia/Bangkok
Hawaii=Pacific/Honolulu
Indiana (East)=America/Indianapolis
International Date Line West=Etc/GMT+12
Islamabad=Asia/Karachi
Izhevsk=Europe/Samara
Marshall=Pacific/Majuro
Mid-Atlantic=Etc/GMT+2
Mid-Atlantic - Old=Etc/GMT+2
Mumbai=Asia/Kolkata
New Caledonia=Pacific/Noumea
New Delhi=Asia/Kolkata
Nuku'alofa=Pacific/Tongatapu
Osaka=Asia/Tokyo
Petropavlovsk-Kamchatsky=Asia/Kamchatka
Petropavlovsk-Kamchatsky - Old=Asia/Kamchatka
Port Louis=Indian/Mauritius
Pretoria=Africa/Johannesburg
Quito=America/Lima
Saint Pierre and Miquelon=America/Miquelon
Salvador=America/Bahia
Samoa=Pacific/Apia
Sapporo=Asia/Tokyo
Saskatchewan=America/Regina
Solomon=Pacific/Guadalcanal
Sri Jayawardenepura=Asia/Colombo
St Petersburg=Europe/Moscow
Tokelau=Pacific/Fakaofo
Turks and Caicos=America/Grand_Turk
Wellington=Pacific/Auckland
West Central Africa=Africa/Lagos
Yangon (Rangoon)=Asia/Yangon
`

const AREAS = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian']

/** The offset before a name in a list, such as `(UTC+01:00) ` or `(GMT-5:00) `. */
const PREFIX = /^\((?:UTC|GMT)([+-]\d{1,2}:\d\d)?\)\s+/i

const COORDINATED = /^co-?ordinated universal time(?:([+-]\d{1,2}))?$/i

/** Days in January and July; a zone with summer time is in standard time on one of them. */
const DAYS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

const minutesOf = (offset: string): number => {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const offsetOf = (zone: string, time: number): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time)
  return minutesOf(parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) ?? '')
}

/** More places than the longest entry of a list has. */
const MAX_PLACES = 8

type IsTimeZone = (name: string) => boolean

/** Names in the tz database for parts of Australia that elsewhere mean other places. */
const AMBIGUOUS = /^(?:north|south|west|victoria)$/i

const zoneOfCity = (city: string, isTimeZone: IsTimeZone): string | undefined => {
  if (AMBIGUOUS.test(city)) return undefined
  const name = city.replace(/[.']/g, '').replaceAll(' ', '_')
  return AREAS.map((area) => `${area}/${name}`).find(isTimeZone)
}

const zoneOfPlace = (place: string, isTimeZone: IsTimeZone): string | undefined => {
  const name = place.replace(/ (?:Is\.?|Islands?|SAR)$/i, '').replace(/^St\. /i, 'St ')
  return (
    zoneIn(PLACES, name) ??
    zoneOfCity(name, isTimeZone) ??
    zoneOfWindows(name) ??
    zoneOfWindows(name.replace(/ Time(?: \((?:US & )?Canada\))?$/i, ''))
  )
}

/**
 * Returns the name in the tz database of a time zone as the lists of Windows and Rails show it; `undefined` for an unknown
 * one. Of several cities, it is the first one that has the offset before them. Without an offset every city must be known,
 * because `Paris, Texas` isn't in a list.
 *
 * @example zoneOfListed('(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', isTimeZone) // 'Europe/Amsterdam'
 * zoneOfListed('Eastern Time (US & Canada)', isTimeZone) // 'America/New_York'
 */
export const zoneOfListed = (name: string, isTimeZone: IsTimeZone): string | undefined => {
  const [prefix = '', offset] = PREFIX.exec(name.trim()) ?? []
  const listed = name.trim().slice(prefix.length)
  const utc = COORDINATED.exec(listed)
  if (utc) return [`UTC${utc[1] ?? ''}`].find(isTimeZone)
  const places = listed.split(/,\s*/, MAX_PLACES)
  const zones = places.flatMap((place) => zoneOfPlace(place, isTimeZone) ?? [])
  if (prefix === '' && zones.length < places.length) return undefined
  const isAt = (zone: string) => offset === undefined || DAYS.some((day) => offsetOf(zone, day) === minutesOf(offset))
  return zones.find(isAt) ?? zones[0]
}
