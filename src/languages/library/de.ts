import type { LibraryWords } from '../library-words.ts';

/** Titles and descriptions of the bundled library's templates. */
export const library: LibraryWords = {
  '404-calm': ['Ruhe', 'Die Meldung in der Mitte, und nichts lenkt davon ab außer dem Meistgelesenen.'],
  '404-front': ['Weiter mit den Nachrichten', 'Die Meldung, dann die neuesten Artikel mit großen Bildern.'],
  '404-index': [
    'Verzeichnis',
    'Die Meldung auf einem getönten Band; Schlagzeilen, daneben das Meistgelesene und Meistgesuchte.',
  ],
  'attachment-darkroom': ['Dunkelkammer', 'Das Bild auf einem dunklen Band, wo nichts es überstrahlt.'],
  'attachment-file': ['Karte', 'Name und Text neben dem Bild: für kleine Bilder und Dateien.'],
  'attachment-plate': ['Tafel', 'Das Bild zuerst, so groß, wie Platz ist; Name und Text darunter.'],
  'author-column': [
    'Kolumne',
    'Wer es ist, auf einem getönten Band; der neueste Artikel groß, neben der Liste eine Seitenleiste.',
  ],
  'author-index': ['Verzeichnis', 'Jede Schlagzeile mit ihrem Datum, in zwei Spalten.'],
  'author-portrait': ['Porträt', 'Porträt und Lebenslauf in der Mitte, darunter Artikel als Karten.'],
  'category-desk': [
    'Nachrichtentisch',
    'Ein großes Bild mit zweien daneben, darunter eine Liste, und eine Seitenleiste mit Diskutiertem und Gelesenem.',
  ],
  'category-journal': [
    'Journal',
    'Name und Beschreibung in der Mitte, ein Artikel unter dem anderen, keine Seitenleiste.',
  ],
  'category-mosaic': ['Mosaik', 'Ein großes Bild und vier kleinere, dann Karten in drei Spalten.'],
  'category-phone': [
    'Schlagzeilen fürs Smartphone',
    'Für Smartphones: ein großer erster Artikel, dann Schlagzeilen, am Ende das Meistdiskutierte.',
  ],
  'category-stage': [
    'Bühne',
    'Der Name auf einem dunklen Band, zwei große Bilder über dreien, darunter kleine.',
  ],
  'category-wire': [
    'Ticker',
    'Schlagzeilen mit ihrem Datum in zwei Spalten: für Ressorts, in denen viel geschieht.',
  ],
  'cpt-beside': [
    'Schlagzeile neben dem Bild',
    'Schlagzeile und Bild nebeneinander auf einem getönten Band; darunter Text und Seitenleiste.',
  ],
  'cpt-essay': ['Essay', 'Eine Spalte und nichts daneben: für lange Texte, die zu Ende gelesen werden.'],
  'cpt-tax-list': ['Liste', 'Eine Liste mit Bildern, das erste groß, und eine Seitenleiste.'],
  'cpt-tax-mosaic': ['Mosaik', 'Ein großes Bild und vier kleinere, dann Karten.'],
  'date-album': ['Album', 'Das Datum auf einem getönten Band, darunter Karten zu jedem Tag.'],
  'date-calendar': ['Kalender', 'Nach Erscheinungstagen, mit Bildern und einer Seitenleiste.'],
  'date-chronicle': ['Chronik', 'Schlagzeilen Tag für Tag: der ganze Monat auf einen Blick.'],
  'footer-colophon': ['Impressum', 'Name, Text und Links in der Mitte, untereinander.'],
  'footer-night': ['Dunkler Fußbereich', 'Dieselben Spalten, in jedem Farbschema auf dunklem Grund.'],
  'footer-read': ['Meistgelesen', 'Über die Website, ihre Ressorts, und was am meisten gelesen wird.'],
  'footer-slip': ['Zettel', 'Eine Zeile: Copyright, Menü des Fußbereichs, Datenschutz-Auswahl.'],
  'header-above': [
    'Großer Name',
    'Datum und Werkzeuge klein, der Name so groß wie ein gedruckter, das Menü in der Mitte.',
  ],
  'header-banner': [
    'Name und Banner',
    'Der Name am Anfang, die Anzeige der Website daneben, das Menü darunter.',
  ],
  'header-line': [
    'Eine Zeile',
    'Name, Menü und Werkzeuge in einer Zeile: lässt dem, was folgt, am meisten Platz.',
  ],
  'header-night': [
    'Dunkler Zeitungskopf',
    'Der Name in jedem Farbschema auf einem dunklen Band, das Menü darunter auf Papier.',
  ],
  'home-edition': [
    'Morgenausgabe',
    'Das Aufmacherpaket, dann eine Liste neben einer Seitenleiste, Ressorts und Stimmen.',
  ],
  'home-gallery': ['Bilderfront', 'Bilder tragen sie: ein Mosaik, scrollende Reihen, Filme auf Dunkel.'],
  'home-journal': [
    'Journal',
    'Ein Artikel groß, die anderen untereinander: für Websites, die ab und zu etwas veröffentlichen.',
  ],
  'home-phone': [
    'Startseite fürs Smartphone',
    'Für Smartphones: der Aufmacher, das Meistgelesene, und alles andere als kleine Bilder mit Schlagzeile.',
  ],
  'home-wire': [
    'Ticker',
    'Schlagzeilen zuerst: was wann kam, was gelesen wird, eine Spalte für jedes Ressort.',
  ],
  'page-handbook': [
    'Handbuch',
    'Die Unterseiten stehen am Rand: für Anleitungen, Regeln und alles mit Kapiteln.',
  ],
  'page-letter': ['Brief', 'Titel in der Mitte, eine Textspalte.'],
  'page-poster': ['Plakat', 'Titel und Bild auf einem dunklen Band: für das, worum es der Website geht.'],
  'search-cards': ['Karten', 'Das Suchfeld auf einem getönten Band, Ergebnisse als Karten in drei Spalten.'],
  'search-desk': ['Lesesaal', 'Ergebnisse mit Bildern in einer Liste, daneben das Meistdiskutierte.'],
  'search-list': ['Schlichte Liste', 'Eine Spalte aus Schlagzeilen und den gefundenen Stellen.'],
  'single-across': [
    'Bild über die ganze Seite',
    'Die Schlagzeile in der Mitte, ihr Bild von Rand zu Rand, der Text neben einer Seitenleiste.',
  ],
  'single-beside': [
    'Schlagzeile neben dem Bild',
    'Schlagzeile und Bild nebeneinander auf einem getönten Band; darunter Text und Seitenleiste.',
  ],
  'single-essay': ['Essay', 'Eine Spalte und nichts daneben: für lange Texte, die zu Ende gelesen werden.'],
  'single-margin': [
    'Notizen am Rand',
    'Autorenzeile, Teilen und Schlagwörter in einer schmalen Spalte, die in Sicht bleibt; der Text steht für sich.',
  ],
  'single-night': [
    'Dunkler Auftakt',
    'Schlagzeile und Bild auf einem dunklen Band: für das, was zuerst gesehen werden soll, in jedem Farbschema.',
  ],
  'single-phone': [
    'Lesen am Smartphone',
    'Für Smartphones: Schlagzeile, Bild, Text und Kommentare, am Ende fünf Schlagzeilen.',
  ],
  'tag-cards': ['Karten', 'Alles unter einem Schlagwort als Karten in vier Spalten.'],
  'tag-dossier': [
    'Dossier',
    'Der Name des Schlagworts auf einem dunklen Band, drei Bilder, darunter eine Liste.',
  ],
  'tag-thread': ['Faden', 'Die Geschichte bis hierher: Schlagzeilen mit ihrem Datum und eine Seitenleiste.'],
  'woo-archive-list': ['Preisliste', 'Eine Liste mit Bildern daneben.'],
  'woo-archive-shelves': ['Regale', 'Karten in vier Spalten.'],
  'woo-product-beside': [
    'Neben dem Bild',
    'Das Bild auf der einen Seite, Name und Beschreibung auf der anderen.',
  ],
  'woo-product-stage': ['Bühne', 'Name und Bild auf einem getönten Band, die Beschreibung darunter.'],
  'woo-search-list': ['Schlichte Liste', 'Was gefunden wurde, eins unter dem anderen.'],
  'woo-search-shelves': ['Regale', 'Was gefunden wurde, als Karten in vier Spalten.'],
  'woo-shop-plain': ['Theke', 'Der Name in der Mitte, Karten in drei Spalten.'],
  'woo-shop-window': ['Schaufenster', 'Ein großes Bild und vier kleinere, dann Karten.'],
};
