import { hashOf } from '../stable-id.ts'
import { fold } from '../store/match.ts'

/** Numbers that look random but are the same on every run, so that tests and screenshots can rely on the samples. */
export interface Seeded {
  /** Returns a number of at least 0 and below 1. */
  next(): number
  /** Returns a whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
}

export const createSeeded = (seed: string): Seeded => {
  let state = hashOf(seed)
  // The generator is mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
  }
}

const GIVEN =
  `Aaliyah Abebe Adaeze Aiko Alejandra Alice Amara Amir Ana Anders Aniket Anneke Anton Arash Astrid Ayşe Beatriz Benedikt
Bilal Björn Bo Bridget Camille Carlos Caspian Chiara Chidi Chloé Daan Dalia Daniela Darius David Deepa Dmitri Dorota Ebba Edith
Eleni Elif Emeka Emil Esther Eun-ji Farah Fatou Felix Fernanda Fiona Freya Gabriel Giulia Grace Greta Gustavo Hana Hassan Heidi
Henrik Hiroshi Ida Ifeoma Ingrid Isabela Ivan Jakub Jamal Jasmine Jin João Jorge Joséphine Juno Kaito Karim Katarzyna Keiko Kofi
Lars Laura Layla Leila Liam Lin Lucía Lukas Magnus Mai Malik Marek Margot María Mateo Mei Mikkel Milan Mina Nadia Naoki Nia Niamh
Nikolai Noor Octavia Olga Omar Oskar Paloma Pavel Petra Priya Quentin Rachel Rafael Rania Ravi Renée Rohan Rosa Rui Sakura Salma
Samuel Sana Santiago Saoirse Selma Siddharth Sofia Søren Stefan Suresh Tamar Tariq Thandiwe Theo Tomás Tove Uma Valentina Victor
Wanjiru Wei Xavier Yara Yasmin Yuki Yusuf Zahra Zeynep Zofia`.split(/\s+/)

const FAMILY =
  `Abdullah Acheampong Adeyemi Aguilar Ahmed Almeida Andersson Araújo Bakker Banerjee Baptiste Becker Bergström Bianchi
Boateng Brennan Byrne Carvalho Castro Chanda Chen Chowdhury Cohen Costa Dahl Delacroix Demir Diallo Díaz Dubois Dvořák Eriksen
Fernández Ferrari Fischer Fitzgerald Fontaine Fraser Fujimoto García Georgiou Ghosh Grant Gruber Guzmán Haddad Hansen Hartmann
Hayashi Hernández Hoffmann Horvat Hughes Ibrahim Ito Ivanova Jansen Jensen Johansson Kamau Kang Kapoor Karlsson Keller Khan Kimura
Kovács Kowalski Kraus Kumar Larsen Laurent Lefèvre Lehtonen Lindqvist Liu Lombardi López Madsen Mahmoud Makinen Malhotra Marino
Martins Mbeki Mehta Mendes Mensah Meyer Moreau Moretti Murphy Mwangi Nakamura Ndiaye Neumann Nguyen Nielsen Novák Nowak Nwosu
O'Brien O'Connor Okafor Okonkwo Olsen Ortega Osei Øverland Papadopoulos Park Patel Petrov Pham Popescu Quispe Ramírez Rao Reyes
Ricci Rossi Ruiz Saito Sánchez Santos Schmidt Schneider Shah Sharma Silva Singh Sokolov Sørensen Suzuki Tanaka Taylor Tran Ueda
Vandenberg Vargas Virtanen Vogel Wagner Walker Wang Weber Williams Wójcik Yamamoto Yılmaz Young Zhang Ziegler`
    .replaceAll('Van den Berg', 'Vandenberg')
    .split(/\s+/)

interface SampleName {
  name: string
  /** Part of an email address before the @. */
  local: string
}

const ascii = (text: string) =>
  fold(text)
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/[^a-z0-9-]/g, '')

/** Returns a realistic full name; `taken` keeps email addresses unique. */
export const nameFrom = (seeded: Seeded, taken: Set<string>): SampleName => {
  const [given, family] = [seeded.pick(GIVEN), seeded.pick(FAMILY)]
  const base = `${ascii(given)}.${ascii(family)}`
  const local = taken.has(base) ? `${base}${taken.size}` : base
  taken.add(local)
  return { name: `${given} ${family}`, local }
}
