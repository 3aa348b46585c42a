import type { SeededRandom } from './seeded.ts'

/** A person who does not exist: e-mail under .example, telephone from the ranges that are kept for drama. */
export type Person = { first: string; last: string; name: string; email: string; mobile: string; landline: string }

const firstNames =
  'Abelard Agatha Alaric Albertine Ambrose Araminta Aubrey Augusta Balthazar Barnaby Beatrix Bertram Briony Calliope Caspian Cecily Clementine Cornelius Cosmo Cressida Dashiell Delphine Dorothea Ebenezer Elspeth Emmeline Evander Felicity Fenella Ferdinand Florian Georgiana Gideon Griselda Gulliver Hermione Horatio Imogen Inigo Isolde Jocasta Jolyon Lavinia Leander Leopold Linnet Lucasta Ludovic Lysander Marigold Merriweather Mortimer Nerissa Octavia Oberon Orlando Ottilie Perdita Peregrine Persis Phineas Portia Quentin Rafferty Rosalind Rupert Sabine Seraphina Septimus Sidony Tabitha Thaddeus Theodora Tiberius Ursula Valentine Verity Viola Wilhelmina Winifred Xanthe Zebedee'.split(
    ' ',
  )

const lastNames =
  'Applegarth Ashgrove Barleymow Beechcroft Bellweather Birdwhistle Blackthistle Brambleby Brightwater Bristlecone Broadmeadow Buttercross Candlewick Cloudsley Cobblestone Copperfinch Cottongrass Crumplehorn Dandridge Dewberry Dovetail Drizzlecombe Eiderdown Elderflower Fallowfield Feathersby Fernihough Fiddlewood Foxborough Gillyflower Goldfinch Gooseberry Hartsease Hawthornby Hazelmere Heatherstone Hollybush Honeychurch Inglenook Ivorywood Jessamine Kettlewell Kingcup Kittiwake Ladybower Larchmont Lavenderly Lillywhite Littlebrook Loosestrife Mallowfield Meadowsweet Merrivale Mistlethorpe Moonraker Mossgrove Nettlefold Nightjar Nutbrown Oakenshaw Oatfield Orchardson Oxlip Partridgeby Pebblecombe Pennyroyal Periwinkle Plumtree Primrose Puddifoot Quillon Ragwort Rainbird Ravenscar Roseberry Rowanby Ruddock Saddlecombe Saltmarsh Sallow Sandpiper Silverweed Skylark Snowdrop Sparrowhawk Starling Stonecrop Swallowfield Tansy Thimblethorpe Thistlewood Thornapple Tumbledown Violetta Wagtail Warblington Waterlily Weatherby Wheatear Whimbrel Wildgoose Willowherb Windlestraw Woodruff Yarrowby'.split(
    ' ',
  )

const digits = (random: SeededRandom): string => String(random.int(0, 999)).padStart(3, '0')

export function newPerson(first: string, last: string, random: SeededRandom, email?: string): Person {
  const address = email ?? `${first}.${last}@${random.pick(['post', 'letterbox', 'pigeon', 'inkwell'])}.example`.toLowerCase()
  return {
    first,
    last,
    name: `${first} ${last}`,
    email: address,
    mobile: `07700 900${digits(random)}`,
    landline: `0118 496 0${digits(random)}`,
  }
}

/** Somebody. The same name may come again in a town of this size. */
export const randomPerson = (random: SeededRandom): Person => newPerson(random.pick(firstNames), random.pick(lastNames), random)

/** So many people, no two of the same name. */
export function randomPeople(random: SeededRandom, count: number): Person[] {
  const byName = new Map<string, Person>()
  while (byName.size < count) {
    const one = randomPerson(random)
    if (!byName.has(one.name)) byName.set(one.name, one)
  }
  return [...byName.values()]
}
