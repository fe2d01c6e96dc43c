import { fold } from '../store/match.ts'
import type { Seeded } from './seeded.ts'

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
