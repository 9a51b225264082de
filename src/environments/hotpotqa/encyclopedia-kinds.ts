/** What the pages of our own encyclopedia say, as sentences with slots: all of it is invented. */

/** Kinds of things that have a page. */
export const kinds = [
  'person',
  'town',
  'river',
  'mountain',
  'company',
  'band',
  'album',
  'novel',
  'film',
  'bridge',
  'university',
  'ship',
] as const;
/** One of them; also the word that tells apart pages of one name, as in `The Salt Orchard (film)`. */
export type Kind = (typeof kinds)[number];

/** The sentences that a page may have; `{slot}` stands for a fact of its thing. */
export interface PageTemplate {
  /** Begins the page: one of these. */
  readonly openings: readonly string[];
  /** Some of these follow, in any order. */
  readonly statements: readonly string[];
}

/** The pages of every kind. */
export const pageTemplates: Readonly<Record<Kind, PageTemplate>> = {
  person: {
    openings: [
      '{name} is a {profession} from {country}.',
      '{name}, of {country}, works as a {profession}.',
      '{name} is a {profession}.',
    ],
    statements: [
      '{surname} was born on {birthDate} in {birthplace}.',
      '{surname} studied at the {university}.',
      'Among friends {surname} goes by the nickname "{nickname}".',
      'In {awardYear} the {award} went to {surname}.',
      'In younger years {surname} earned a living as a {firstJob}.',
      '{surname} plays the {instrument} and speaks {languages} languages.',
      '{surname} has {children} children and keeps {animals}.',
      'A street in the old part of {country} is named after the family.',
    ],
  },
  town: {
    openings: [
      '{name} is a town in {country}.',
      '{name} is a market town in {country}, known for its {product}.',
      'The town of {name} lies in {country}, on the river {river}.',
    ],
    statements: [
      'It was founded in {founded}.',
      'At the last count {name} had {population} inhabitants.',
      'The town stands {elevation} metres above the sea.',
      'The river {river} runs below its walls.',
      'Its football club, {club}, plays in {colour}.',
      'On old maps it appears as {oldName}.',
      'The railway came to {name} in {railway}.',
      'A market is held in the square every {weekday}.',
    ],
  },
  river: {
    openings: [
      'The {name}, or {also}, is a river in {country}.',
      'The {name} is a river in {country}, {length} kilometres long.',
    ],
    statements: [
      'From its spring to its mouth the {name} is {length} kilometres long.',
      'It rises on the slopes of {source}.',
      'It ends in {lake}.',
      'The worst flood on record came in {flood}.',
      '{crossings} bridges lead across it.',
      'Anglers know it for its {fish}.',
      'In the speech of the valley its name means "{meaning}".',
      'Ice closes it to boats until {month}.',
    ],
  },
  mountain: {
    openings: [
      '{name}, also called {also}, is a mountain in {country}.',
      '{name} is a mountain in {country} and belongs to the {range}.',
    ],
    statements: [
      'Its summit is {height} metres high.',
      'The first to reach the summit was {climber}, in {climbed}.',
      'It consists for the most part of {stone}.',
      'Snow lies on the north side until {month}.',
      'A hut for {beds} guests stands below the ridge.',
      'Shepherds of the valley call it "{meaning}".',
      'The path from the last village takes {hours} hours.',
    ],
  },
  company: {
    openings: [
      '{name}, in short {also}, is a company that makes {goods}.',
      '{name} is a maker of {goods} with its seat in {seat}.',
    ],
    statements: [
      '{founder} founded the company in {founded}.',
      'It has {employees} employees.',
      'Its seat is in {seat}.',
      'The sign above the gate shows a {sign} on {colour} ground.',
      'A fire destroyed the old workshop in {fire}.',
      'Its catalogue of that time lists {models} models.',
      'Every {weekday} visitors may see the works.',
    ],
  },
  band: {
    openings: ['{name}, or {also} for short, are a {genre} band.', '{name} are a {genre} band from {town}.'],
    statements: [
      'The band was formed in {formed}.',
      'Its members met in {town}.',
      'The singer of the band is {singer}.',
      'The band has {members} members.',
      'At first it performed under the name {formerName}.',
      'Its most successful album is {album}.',
      'On tour the band travels in a {colour} bus.',
      'It gave {concerts} concerts in its best year.',
    ],
  },
  album: {
    openings: [
      '{name} is an album by {band}.',
      '{name} is a {genre} album by {band}, released in {released}.',
    ],
    statements: [
      'It came out in {released}.',
      'It was produced by {producer}.',
      'The album has {tracks} tracks.',
      'It was recorded within {weeks} weeks in a former {building}.',
      'The cover shows a {sign} on {colour} ground.',
      'One critic praised its {instrument} solos.',
      'It reached place {place} of the charts.',
    ],
  },
  novel: {
    openings: ['{name} is a novel by {author}.', '{name} is a novel, first published in {published}.'],
    statements: [
      'It was written by {author}.',
      'The book came out in {published}.',
      'The first edition has {pages} pages.',
      'It was printed by {publisher}.',
      'The story is set in {setting}.',
      'Its hero is a {firstJob} named {hero}.',
      'It has been translated into {languages} languages.',
    ],
  },
  film: {
    openings: ['{name} is a film directed by {director}.', '{name} is a film of {released}.'],
    statements: [
      'The director is {director}.',
      'It was first shown in {released}.',
      'The film lasts {minutes} minutes.',
      'It is based on the novel of the same name by {author}.',
      'Most scenes were shot in {place}.',
      'The music was written by {composer}.',
      'The production used {extras} extras and {animals}.',
    ],
  },
  bridge: {
    openings: [
      '{name} is a bridge across the river {river}.',
      '{name} is a bridge of {material} in {country}.',
    ],
    statements: [
      'It crosses the river {river}.',
      'It was designed by {architect}.',
      'It was opened in {opened}.',
      'The bridge is {length} metres long.',
      'It rests on {arches} arches.',
      'Until {toll} a toll had to be paid on it.',
      'Its railings are painted {colour}.',
      'A stone {sign} stands at each end.',
    ],
  },
  university: {
    openings: [
      'The {name}, also called {also}, is a university in {country}.',
      'The {name} is a university in {town}, founded in {founded}.',
    ],
    statements: [
      'It was founded in {founded}.',
      'It stands in {town}.',
      'Its rector is {rector}.',
      'It has {students} students.',
      'Its library holds {volumes} volumes.',
      'Its arms show a {sign} on {colour} ground.',
      'Lectures begin in {month}.',
    ],
  },
  ship: {
    openings: ['The {name} is a passenger ship.', 'The {name} is a passenger ship built by {builder}.'],
    statements: [
      'It was built by {builder}.',
      'It was launched in {launched}.',
      'The ship is {length} metres long.',
      'Its captain is {captain}.',
      'It carries {passengers} passengers.',
      'Its port is {port}.',
      'Its funnel is painted {colour}.',
      'A {sign} of wood adorns its bow.',
    ],
  },
};
