/**
 * Streets of the postcode district RG30 and towns of England and Wales with their postcode sectors, a line each: street, part
 * of the town, town, sectors; and town, sectors. Made by `scripts/generate-address-places.ts`; no address of the source is in it.
 *
 * Contains HM Land Registry data © Crown copyright and database right 2023. This data is licensed under the Open Government
 * Licence v3.0.
 */
export const streetLines = `
Aberford Close||Reading|RG30 2
Ainsdale Crescent||Reading|RG30 3
Albany Road||Reading|RG30 2
Aldworth Close||Reading|RG30 3
Alford Close|Tilehurst|Reading|RG30 4
Alma Street||Reading|RG30 1
Amblecote Road|Tilehurst|Reading|RG30 4
Amethyst Lane||Reading|RG30 2
Appleby End||Reading|RG30 2
Appleford Road||Reading|RG30 3
Arbroath Road|Tilehurst|Reading|RG30 4
Artillery Mews||Reading|RG30 2
Ash Road|Tilehurst|Reading|RG30 4
Ashampstead Road||Reading|RG30 3
Ashdene Gardens||Reading|RG30 2
Aston Court||Reading|RG30 3
Atherton Close|Tilehurst|Reading|RG30 4
Audley Street||Reading|RG30 1
August End||Reading|RG30 2
Aylsham Close|Tilehurst|Reading|RG30 4
Barn Close||Reading|RG30 3
Barnwood Close||Reading|RG30 1
Baron Court||Reading|RG30 2
Bath Road||Reading|RG30 2
Battle Place||Reading|RG30 1
Battle Square||Reading|RG30 1
Beecham Road||Reading|RG30 2
Belmont Road||Reading|RG30 2
Beresford Road||Reading|RG30 1
Bexley Court||Reading|RG30 2
Birch Avenue|Tilehurst|Reading|RG30 6
Blundells Road|Tilehurst|Reading|RG30 4
Bourton Close|Tilehurst|Reading|RG30 4
Bowden Row||Reading|RG30 3
Bramble Crescent|Tilehurst|Reading|RG30 4
Bramshaw Road|Tilehurst|Reading|RG30 6
Bran Close|Tilehurst|Reading|RG30 4
Branagh Court||Reading|RG30 2
Bray Road||Reading|RG30 3
Brendon Close|Tilehurst|Reading|RG30 6
Bridgewater Close||Reading|RG30 1
Brimpton Road||Reading|RG30 3
Brisbane Road||Reading|RG30 2
Brock Gardens||Reading|RG30 2
Brockley Close|Tilehurst|Reading|RG30 4
Brocksett Close||Reading|RG30 2
Bromley Walk|Tilehurst|Reading|RG30 4
Broomfield Road|Tilehurst|Reading|RG30 6
Broughton Close||Reading|RG30 1
Brunel Road||Reading|RG30 3
Burghfield Bridge|Burghfield|Reading|RG30 3
Burghfield Road||Reading|RG30 3
Burlington Road|Tilehurst|Reading|RG30 4
Burrcroft Court||Reading|RG30 2
Calder Close|Tilehurst|Reading|RG30 4
Carmelite Drive||Reading|RG30 2
Carron Close|Tilehurst|Reading|RG30 4
Catherine Street||Reading|RG30 1
Chandler Close|Tilehurst|Reading|RG30 4
Cheddington Close|Tilehurst|Reading|RG30 4
Chelsea Close|Tilehurst|Reading|RG30 6
Chester Street||Reading|RG30 1
Chichester Road|Tilehurst|Reading|RG30 4
Church End Lane|Tilehurst|Reading|RG30 4
Circuit Lane||Reading|RG30 3
Coalport Way|Tilehurst|Reading|RG30 6
Cockney Hill|Tilehurst|Reading|RG30 4
Colliers Way||Reading|RG30 2
Combe Road|Tilehurst|Reading|RG30 4
Coniston Drive|Tilehurst|Reading|RG30 6
Connaught Close||Reading|RG30 2
Connaught Road||Reading|RG30 2
Coronation Square||Reading|RG30 3
Corwen Road|Tilehurst|Reading|RG30 4
Courage Court||Reading|RG30 3
Cowper Way||Reading|RG30 3
Craig Avenue||Reading|RG30 2
Cranbourne Gardens|Tilehurst|Reading|RG30 6
Cranbury Road||Reading|RG30 2
Curzon Street||Reading|RG30 1
Dalton Close|Tilehurst|Reading|RG30 4
Danes Close|Tilehurst|Reading|RG30 4
Dartington Close|Tilehurst|Reading|RG30 6
Dayworth Mews||Reading|RG30 2
Deacon Way|Tilehurst|Reading|RG30 6
Dee Road|Tilehurst|Reading|RG30 4
Delaney Close|Tilehurst|Reading|RG30 4
Delft Close|Tilehurst|Reading|RG30 6
Denby Way|Tilehurst|Reading|RG30 6
Derwent Avenue|Tilehurst|Reading|RG30 6
Deveron Drive|Tilehurst|Reading|RG30 4
Dewe Lane|Burghfield|Reading|RG30 3
Don Close|Tilehurst|Reading|RG30 4
Dorchester Court||Reading|RG30 2
Dorset Street||Reading|RG30 1
Drayton Road||Reading|RG30 2
Dresden Way|Tilehurst|Reading|RG30 6
Dulnan Close|Tilehurst|Reading|RG30 4
Dunsfold Road|Tilehurst|Reading|RG30 4
Dwyer Road||Reading|RG30 3
Eddleston Way|Tilehurst|Reading|RG30 4
Edinburgh Road||Reading|RG30 2
Elan Close|Tilehurst|Reading|RG30 4
Eldart Close|Tilehurst|Reading|RG30 4
Elm Lodge Avenue||Reading|RG30 2
Elm Park Court||Reading|RG30 2
Elm Park Road||Reading|RG30 2
Elm Park||Reading|RG30 2
Elvaston Way|Tilehurst|Reading|RG30 4
Elvian Close||Reading|RG30 3
Eskin Close|Tilehurst|Reading|RG30 4
Faircross Road||Reading|RG30 3
Fairsted Close|Tilehurst|Reading|RG30 6
Fairway Avenue|Tilehurst|Reading|RG30 4
Faringdon Walk||Reading|RG30 3
Fawley Road||Reading|RG30 3
Ferndale Avenue||Reading|RG30 3
Fontwell Drive||Reading|RG30 4
Forest Hill|Tilehurst|Reading|RG30 6
Frilsham Road||Reading|RG30 3
Fulmead Road||Reading|RG30 1
Gainsborough Road||Reading|RG30 3
Gairn Close|Tilehurst|Reading|RG30 4
Garden Mews||Reading|RG30 2
Garston Close||Reading|RG30 3
Gipsy Lane|Tilehurst|Reading|RG30 6
Glenmore Place|Tilehurst|Reading|RG30 4
Glennon Close||Reading|RG30 3
Glenrosa Road|Tilehurst|Reading|RG30 6
Gloucester Court||Reading|RG30 2
Gloucester Road||Reading|RG30 2
Gordon Palmer Court||Reading|RG30 1
Gordon Place||Reading|RG30 1
Grafton Road|Tilehurst|Reading|RG30 4
Grantham Road||Reading|RG30 3
Granville Road||Reading|RG30 3
Grasmere Avenue|Tilehurst|Reading|RG30 6
Gratwicke Road|Tilehurst|Reading|RG30 4
Green Acre Mount|Tilehurst|Reading|RG30 4
Greencroft Gardens||Reading|RG30 3
Greenwood Road|Tilehurst|Reading|RG30 4
Groveland Place||Reading|RG30 2
Grovelands Road||Reading|RG30 2
Halcyon Terrace|Tilehurst|Reading|RG30 4
Halls Road|Tilehurst|Reading|RG30 4
Hardwick Road|Tilehurst|Reading|RG30 4
Harvaston Parade|Tilehurst|Reading|RG30 4
Hatford Road||Reading|RG30 3
Hawley Mews||Reading|RG30 2
Haywood Way||Reading|RG30 4
Heathfield Avenue|Tilehurst|Reading|RG30 4
Helmsdale Close||Reading|RG30 2
Hilcot Road||Reading|RG30 2
Hill View Mews||Reading|RG30 6
Hirstwood|Tilehurst|Reading|RG30 6
Hogarth Avenue||Reading|RG30 4
Holkam Close|Tilehurst|Reading|RG30 6
Holland Road|Tilehurst|Reading|RG30 4
Hollins Walk||Reading|RG30 2
Holmwood Avenue||Reading|RG30 3
Holybrook Crescent||Reading|RG30 3
Honey End Lane||Reading|RG30 4
Hornsea Close|Tilehurst|Reading|RG30 6
Hursley Close|Tilehurst|Reading|RG30 4
Ibstock Close||Reading|RG30 2
Inkpen Close||Reading|RG30 3
Io Trade Centre|Tilehurst|Reading|RG30 6
Iona Avenue|Tilehurst|Reading|RG30 4
Ivanhoe Close||Reading|RG30 2
Ivydene Road||Reading|RG30 1
Kearsley Road||Reading|RG30 2
Keepers Cottages|Pingewood|Reading|RG30 3
Kendrick Gate|Tilehurst|Reading|RG30 4
Kenilworth Avenue||Reading|RG30 3
Kennet Cottages|Burghfield|Reading|RG30 3
Kensington Road||Reading|RG30 2
Kent Road||Reading|RG30 2
Kentwood Close|Tilehurst|Reading|RG30 6
Kestrel Way||Reading|RG30 3
Keswick Close|Tilehurst|Reading|RG30 4
Kingshill Theale Road|Burghfield|Reading|RG30 3
Kinson Road|Tilehurst|Reading|RG30 6
Kintbury Walk||Reading|RG30 3
Kirton Close||Reading|RG30 2
Lambeth Court|Tilehurst|Reading|RG30 4
Lancing Close||Reading|RG30 2
Land Associated with|Eversley Park Road|Reading|RG30 2,RG30 6
Land Associated with|Northumberland Avenue|Reading|RG30 1
Land Associated with|St Johns Road|Reading|RG30 2
Lansdowne Road|Tilehurst|Reading|RG30 4
Lawrence Road|Tilehurst|Reading|RG30 6
Lea Close||Reading|RG30 3
Ledbury Close||Reading|RG30 1
Leven Street||Reading|RG30 4
Liebenrood Road||Reading|RG30 2
Lingholm Close|Tilehurst|Reading|RG30 4
Links Drive|Tilehurst|Reading|RG30 4
Little Johns Lane||Reading|RG30 1
Logan Close|Tilehurst|Reading|RG30 4
Longridge Close||Reading|RG30 2
Loverock Road||Reading|RG30 1
Lundy Lane||Reading|RG30 2
Lyndhurst Road|Tilehurst|Reading|RG30 6
Lytham Close||Reading|RG30 3
Macarthur Close|Tilehurst|Reading|RG30 4
Maiwand Gardens|Tilehurst|Reading|RG30 4
Maldon Close||Reading|RG30 2
Mandeville Close|Tilehurst|Reading|RG30 4
Manor Park Close|Tilehurst|Reading|RG30 4
Maple Drive|Tilehurst|Reading|RG30 4
Marcus Close|Tilehurst|Reading|RG30 4
Mayfair|Tilehurst|Reading|RG30 4
Midwinter Close|Tilehurst|Reading|RG30 6
Mill Lane|Burghfield|Reading|RG30 3
Mill Road|Burghfield|Reading|RG30 3
Minton Close|Tilehurst|Reading|RG30 6
Monks Way||Reading|RG30 3
Moriston Close||Reading|RG30 2
Morlands Avenue||Reading|RG30 4
Moulsford Mews||Reading|RG30 1
Mowbray Drive|Tilehurst|Reading|RG30 4
Mundy Close|Burghfield Common|Reading|RG30 3
Mundy Close|Burghfield|Reading|RG30 3
Neath Gardens|Tilehurst|Reading|RG30 4
New Cottages|Burghfield|Reading|RG30 3
New Lane Hill|Tilehurst|Reading|RG30 4
Nightingale Way||Reading|RG30 1
Norcot Road|Tilehurst|Reading|RG30 6
Norfolk Road||Reading|RG30 2
Ogmore Close|Tilehurst|Reading|RG30 4
Osborne Road||Reading|RG30 2
Oxford Road|Tilehurst|Reading|RG30 6
Oxford Road||Reading|RG30 1,RG30 6
Pangbourne Street||Reading|RG30 1
Pantile Close|Tilehurst|Reading|RG30 4
Park Crescent||Reading|RG30 2
Park Grove||Reading|RG30 2
Parkhouse Lane||Reading|RG30 2
Parkhurst Drive||Reading|RG30 2
Parkside Road||Reading|RG30 2
Pegs Green Close||Reading|RG30 2
Penroath Avenue||Reading|RG30 2
Pentland Close||Reading|RG30 4
Petworth Avenue||Reading|RG30 3
Pingewood Close|Burghfield|Reading|RG30 3
Pingewood Road|Burghfield|Reading|RG30 3
Poole Close|Tilehurst|Reading|RG30 4
Poplar Avenue|Tilehurst|Reading|RG30 4
Portland Gardens|Tilehurst|Reading|RG30 4
Portman Road||Reading|RG30 1
Portman Way||Reading|RG30 1
Post Office Lane|Burghfield|Reading|RG30 3
Pottery Road|Tilehurst|Reading|RG30 6
Presentation Way||Reading|RG30 3
Prince of Wales Avenue||Reading|RG30 2
Rangewood Avenue||Reading|RG30 3
Rannoch Street|Tilehurst|Reading|RG30 4
Reading Motorway Service Area|Burghfield|Reading|RG30 3
Reading Road|Burghfield|Reading|RG30 3
Recreation Road|Tilehurst|Reading|RG30 4
Restwold Close||Reading|RG30 3
Richmond Road||Reading|RG30 2
Riley Road|Tilehurst|Reading|RG30 4
Ringwood Road|Tilehurst|Reading|RG30 6
Ripley Road|Tilehurst|Reading|RG30 6
Rockbourne Gardens|Tilehurst|Reading|RG30 6
Rodway Road|Tilehurst|Reading|RG30 6
Romany Close|Tilehurst|Reading|RG30 6
Romany Lane|Tilehurst|Reading|RG30 6
Romsey Road|Tilehurst|Reading|RG30 6
Rona Court||Reading|RG30 2
Routh Lane|Tilehurst|Reading|RG30 4
Rowe Court||Reading|RG30 2
Royston Close|Tilehurst|Reading|RG30 4
Ruhemann Street||Reading|RG30 3
Rutland Road||Reading|RG30 2
Rydal Avenue|Tilehurst|Reading|RG30 6
Rylstone Road||Reading|RG30 1
Salisbury Road||Reading|RG30 1
Sanctuary Close|Tilehurst|Reading|RG30 4
Sandgate Avenue|Tilehurst|Reading|RG30 6
Savernake Close|Tilehurst|Reading|RG30 4
Saxon Gate|Burghfield|Reading|RG30 3
School Road|Burghfield|Reading|RG30 3
Selborne Gardens|Tilehurst|Reading|RG30 6
Severn Way|Tilehurst|Reading|RG30 4
Shaftesbury Road||Reading|RG30 2
Shepley Drive||Reading|RG30 3
Sherwood Street||Reading|RG30 1
Shilling Close|Tilehurst|Reading|RG30 4
Shrubland Drive||Reading|RG30 3
Silchester Road||Reading|RG30 3
Sona Gardens|Tilehurst|Reading|RG30 6
Sona Gardens||Reading|RG30 6
Southcote Farm Lane||Reading|RG30 3
Southcote Lane||Reading|RG30 3
Southcote Parade||Reading|RG30 3
Southcote Road|Tilehurst|Reading|RG30 2
Southcote Road||Reading|RG30 2
Spey Road|Tilehurst|Reading|RG30 4
Spode Close|Tilehurst|Reading|RG30 6
St Georges Road||Reading|RG30 2
St Georges Terrace||Reading|RG30 2
St Michaels Road|Tilehurst|Reading|RG30 4
St Ronans Road||Reading|RG30 2
Stapleford Road||Reading|RG30 3
Stone Street||Reading|RG30 1
Stoneham Close|Tilehurst|Reading|RG30 4
Stour Close|Tilehurst|Reading|RG30 4
Strathy Close||Reading|RG30 2
Suffolk Road||Reading|RG30 2
Sulham Walk||Reading|RG30 3
Sulhamstead Road|Burghfield|Reading|RG30 3
Sylvan Walk||Reading|RG30 3
Taff Way|Tilehurst|Reading|RG30 4
Tallis Lane||Reading|RG30 3
Tarlton Court|Tilehurst|Reading|RG30 4
Tay Road|Tilehurst|Reading|RG30 4
Tern Close|Tilehurst|Reading|RG30 4
Test Close|Tilehurst|Reading|RG30 4
Teviot Road|Tilehurst|Reading|RG30 4
The Hatch|Burghfield|Reading|RG30 3
The Meadway|Tilehurst|Reading|RG30 4
The Triangle|Tilehurst|Reading|RG30 4
Theale Road|Burghfield|Reading|RG30 3
Thicket Road|Tilehurst|Reading|RG30 4
Thirlmere Avenue|Tilehurst|Reading|RG30 6
Thornton Mews||Reading|RG30 1
Thornton Road||Reading|RG30 1
Thurso Close|Tilehurst|Reading|RG30 4
Tidmarsh Street||Reading|RG30 1
Tigel Mews|Tilehurst|Reading|RG30 6
Tilehurst Road||Reading|RG30 2
Tofrek Terrace||Reading|RG30 2
Trash Green|Burghfield|Reading|RG30 3
Tree Close|Tilehurst|Reading|RG30 4
Tuscan Close|Tilehurst|Reading|RG30 6
Tuxford Mews||Reading|RG30 2
Tyle Road|Tilehurst|Reading|RG30 4
Tylers Place|Tilehurst|Reading|RG30 6
Underwood Road||Reading|RG30 3
Upton Road|Tilehurst|Reading|RG30 4
Usk Road|Tilehurst|Reading|RG30 4
Vale Crescent|Tilehurst|Reading|RG30 6
Valentia Road||Reading|RG30 1
Verney Mews||Reading|RG30 2
Victoria Mews||Reading|RG30 2
Vine Crescent||Reading|RG30 3
Virginia Way||Reading|RG30 3
Walkers Place||Reading|RG30 2
Walmer Close|Tilehurst|Reading|RG30 4
Walnut Way|Tilehurst|Reading|RG30 4
Wantage Road||Reading|RG30 2
Warnford Road|Tilehurst|Reading|RG30 4
Water Road||Reading|RG30 2
Waverley Road||Reading|RG30 2
Weald Rise|Tilehurst|Reading|RG30 6
Wealden Way|Tilehurst|Reading|RG30 6
Wedgewood Way|Tilehurst|Reading|RG30 6
Wendover Way|Tilehurst|Reading|RG30 4
Westbourne Terrace||Reading|RG30 2
Westbrook Road||Reading|RG30 1
Westcote Road||Reading|RG30 2
Western Elms Avenue||Reading|RG30 2
Wilson Road||Reading|RG30 2
Wilton Road||Reading|RG30 2
Wimborne Gardens|Tilehurst|Reading|RG30 6
Windrush Court||Reading|RG30 2
Windrush Way||Reading|RG30 2
Wingrove Road||Reading|RG30 2
Winser Drive||Reading|RG30 3
Winslet Place||Reading|RG30 1
Wood Green Close||Reading|RG30 2
Woodland Drive|Tilehurst|Reading|RG30 4
Worcester Close||Reading|RG30 3
Wye Close|Tilehurst|Reading|RG30 4
Wynford Close||Reading|RG30 3
`

export const townLines = `
Abbots Langley|WD25 0,WD5 0
Aberaeron|SA46 0
Aberdare|CF44 0,CF44 6,CF44 7,CF44 8,CF44 9
Aberdovey|LL35 0
Abergavenny|NP7 0,NP7 5,NP7 6,NP7 7,NP7 8,NP7 9
Abergele|LL22 7,LL22 8,LL22 9
Abertillery|NP13 1,NP13 2,NP13 3
Aberystwyth|SY23 1,SY23 2,SY23 3,SY23 4
Abingdon|OX13 5,OX13 6,OX14 1,OX14 2,OX14 3,OX14 4,OX14 5
Accrington|BB5 0,BB5 1,BB5 2,BB5 3,BB5 4,BB5 5,BB5 6
Addlestone|KT15 1,KT15 2,KT15 3
Alcester|B49 5,B49 6,B50 4
Aldeburgh|IP15 5
Alderley Edge|SK9 7
Aldershot|GU11 1,GU11 2,GU11 3,GU11 4,GU12 4,GU12 5,GU12 6
Alford|LN13 0,LN13 9
Alfreton|DE55 1,DE55 2,DE55 3,DE55 4,DE55 5,DE55 6,DE55 7
Alnwick|NE66 1,NE66 2,NE66 3,NE66 4,NE66 5
Alresford|SO24 0,SO24 9
Alston|CA9 3
Alton|GU34 1,GU34 2,GU34 3,GU34 4,GU34 5
Altrincham|SK10 5,WA14 1,WA14 2,WA14 3,WA14 4,WA14 5,WA15 0,WA15 6,WA15 7,WA15 8,WA15 9
Ambleside|LA22 0,LA22 9
Amersham|HP6 5,HP6 6,HP7 0,HP7 9
Amlwch|LL68 0,LL68 9
Ammanford|SA18 1,SA18 2,SA18 3
Andover|SP10 1,SP10 2,SP10 3,SP10 4,SP10 5,SP11 0,SP11 6,SP11 7,SP11 8,SP11 9
Appleby-in-Westmorland|CA16 6
Arlesey|SG15 6
Arundel|BN18 0,BN18 9
Ascot|SL5 0,SL5 7,SL5 8,SL5 9
Ashbourne|DE6 1,DE6 2,DE6 3,DE6 5
Ashby-de-la-Zouch|LE65 1,LE65 2
Ashford|TN23 1,TN23 3,TN23 4,TN23 5,TN23 6,TN23 7,TN24 0,TN24 8,TN24 9,TN25 4,TN25 5,TN25 6,TN25 7,TN26 1,TN26 2,TN26 3,TN27 0,TN27 8,TN27 9,TW15 1,TW15 2,TW15 3
Ashington|NE63 0,NE63 8,NE63 9
Ashtead|KT21 1,KT21 2
Ashton-under-Lyne|OL5 0,OL5 9,OL6 6,OL6 7,OL6 8,OL6 9,OL7 0,OL7 9
Askam-in-Furness|LA16 7
Atherstone|CV9 1,CV9 2,CV9 3
Attleborough|NR17 1,NR17 2
Axbridge|BS26 2
Axminster|EX13 5,EX13 7
Aylesbury|HP17 0,HP17 8,HP17 9,HP18 0,HP18 1,HP18 9,HP19 0,HP19 7,HP19 8,HP19 9,HP20 1,HP20 2,HP21 7,HP21 8,HP21 9,HP22 0,HP22 4,HP22 5,HP22 6,HP22 7
Aylesford|ME20 6,ME20 7
Bacup|OL13 0,OL13 8,OL13 9
Badminton|GL9 1
Bagillt|CH6 6
Bagshot|GU19 5
Bakewell|DE45 1
Bala|LL23 7
Baldock|SG7 5,SG7 6
Bamburgh|NE69 7
Bampton|OX18 2
Banbury|OX15 0,OX15 4,OX15 5,OX15 6,OX16 0,OX16 1,OX16 2,OX16 3,OX16 4,OX16 5,OX16 9,OX17 1,OX17 2,OX17 3
Bangor|LL57 1,LL57 2,LL57 3,LL57 4
Banstead|SM7 1,SM7 2,SM7 3
Banwell|BS29 6
Bargoed|CF81 8,CF81 9
Barking|IG11 0,IG11 7,IG11 8,IG11 9
Barmouth|LL42 1
Barnard Castle|DL12 0,DL12 8,DL12 9
Barnetby|DN38 6
Barnet|EN4 0,EN4 8,EN4 9,EN5 1,EN5 2,EN5 3,EN5 4,EN5 5
Barnoldswick|BB18 5,BB18 6
Barnsley|S70 1,S70 2,S70 3,S70 4,S70 5,S70 6,S71 1,S71 2,S71 3,S71 4,S71 5,S72 0,S72 7,S72 8,S72 9,S73 0,S73 8,S73 9,S74 0,S74 8,S74 9,S75 1,S75 2,S75 3,S75 4,S75 5,S75 6
Barnstaple|EX31 1,EX31 2,EX31 3,EX31 4,EX32 0,EX32 7,EX32 8,EX32 9
Barrow-in-Furness|LA13 0,LA13 9,LA14 1,LA14 2,LA14 3,LA14 4,LA14 5
Barrow-upon-Humber|DN19 7
Barry|CF62 3,CF62 4,CF62 5,CF62 6,CF62 7,CF62 8,CF62 9,CF63 1,CF63 2,CF63 3,CF63 4
Barton-upon-Humber|DN18 5,DN18 6
Basildon|SS13 1,SS13 2,SS13 3,SS14 1,SS14 2,SS14 3,SS15 4,SS15 5,SS15 6,SS16 4,SS16 5,SS16 6
Basingstoke|RG21 3,RG21 4,RG21 5,RG21 6,RG21 7,RG21 8,RG22 4,RG22 5,RG22 6,RG23 7,RG23 8,RG24 7,RG24 8,RG24 9,RG25 2,RG25 3
Bath|BA1 1,BA1 2,BA1 3,BA1 4,BA1 5,BA1 6,BA1 7,BA1 8,BA1 9,BA2 0,BA2 1,BA2 2,BA2 3,BA2 4,BA2 5,BA2 6,BA2 7,BA2 8,BA2 9
Batley|WF17 0,WF17 5,WF17 6,WF17 7,WF17 8,WF17 9
Battle|TN33 0,TN33 9
Beaconsfield|HP9 1,HP9 2
Beaminster|DT8 3
Beaumaris|LL58 8
Beaworthy|EX21 5
Beccles|NR34 0,NR34 7,NR34 8,NR34 9
Beckenham|BR3 1,BR3 3,BR3 4,BR3 5,BR3 6
Bedale|DL8 1,DL8 2
Bedford|MK40 1,MK40 2,MK40 3,MK40 4,MK41 0,MK41 6,MK41 7,MK41 8,MK41 9,MK42 0,MK42 6,MK42 7,MK42 8,MK42 9,MK43 0,MK43 1,MK43 2,MK43 7,MK43 8,MK43 9,MK44 1,MK44 2,MK44 3,MK45 1,MK45 2,MK45 3,MK45 4,MK45 5
Bedlington|NE22 5,NE22 6,NE22 7
Bedworth|CV12 0,CV12 8,CV12 9
Belford|NE70 7
Belper|DE56 0,DE56 1,DE56 2,DE56 4
Belvedere|DA17 5,DA17 6
Bembridge|PO35 5
Benfleet|SS7 1,SS7 2,SS7 3,SS7 4,SS7 5
Berkeley|GL13 9
Berkhamsted|HP4 1,HP4 2,HP4 3
Berwick-upon-Tweed|TD15 1,TD15 2
Betchworth|RH3 7
Betws-y-Coed|LL24 0
Beverley|HU17 0,HU17 5,HU17 7,HU17 8,HU17 9
Bewdley|DY12 1,DY12 2,DY12 3
Bexhill-on-Sea|TN39 3,TN39 4,TN39 5,TN40 1,TN40 2
Bexleyheath|DA6 7,DA6 8,DA7 4,DA7 5,DA7 6
Bexley|DA5 1,DA5 2,DA5 3
Bicester|OX25 1,OX25 2,OX25 4,OX25 5,OX25 6,OX26 1,OX26 2,OX26 3,OX26 4,OX26 6,OX27 0,OX27 7,OX27 8,OX27 9
Bideford|EX39 1,EX39 2,EX39 3,EX39 4,EX39 5,EX39 6
Biggleswade|SG18 0,SG18 8,SG18 9
Billericay|CM11 1,CM11 2,CM12 0,CM12 9
Billingham|TS22 5,TS23 1,TS23 2,TS23 3,TS23 4
Billingshurst|RH14 0,RH14 9
Bilston|WV14 0,WV14 6,WV14 7,WV14 8,WV14 9
Bingley|BD16 1,BD16 2,BD16 3,BD16 4
Birchington|CT7 0,CT7 9
Birkenhead|CH41 0,CH41 1,CH41 2,CH41 3,CH41 4,CH41 5,CH41 6,CH41 7,CH41 8,CH41 9,CH42 0,CH42 1,CH42 2,CH42 3,CH42 4,CH42 5,CH42 6,CH42 7,CH42 8,CH42 9
Birmingham|B1 1,B1 2,B1 3,B10 0,B10 9,B11 1,B11 3,B11 4,B12 0,B12 8,B12 9,B13 0,B13 8,B13 9,B14 4,B14 5,B14 6,B14 7,B15 1,B15 2,B15 3,B16 0,B16 8,B16 9,B17 0,B17 8,B17 9,B18 4,B18 5,B18 6,B18 7,B19 1,B19 2,B19 3,B2 4,B2 5,B20 1,B20 2,B20 3,B21 0,B21 8,B21 9,B23 5,B23 6,B23 7,B24 0,B24 8,B24 9,B25 8,B26 1,B26 2,B26 3,B27 6,B27 7,B28 0,B28 8,B28 9,B29 4,B29 5,B29 6,B29 7,B3 1,B3 2,B3 3,B30 1,B30 2,B30 3,B31 1,B31 2,B31 3,B31 4,B31 5,B32 1,B32 2,B32 3,B32 4,B33 0,B33 8,B33 9,B34 6,B34 7,B35 6,B35 7,B36 0,B36 8,B36 9,B37 5,B37 6,B37 7,B38 0,B38 8,B38 9,B4 6,B42 1,B42 2,B43 5,B43 6,B43 7,B44 0,B44 8,B44 9,B45 0,B45 8,B45 9,B46 1,B46 2,B46 3,B47 5,B47 6,B48 7,B5 4,B5 5,B5 7,B6 4,B6 5,B6 6,B6 7,B7 5,B8 1,B8 2,B8 3,B9 4,B9 5
Bishop Auckland|DL13 1,DL13 2,DL13 3,DL13 4,DL13 5,DL14 0,DL14 6,DL14 7,DL14 8,DL14 9
Bishop's Stortford|CM22 6,CM22 7,CM23 1,CM23 2,CM23 3,CM23 4,CM23 5
Bishops Castle|SY9 5
Blackburn|BB1 1,BB1 2,BB1 3,BB1 4,BB1 5,BB1 6,BB1 7,BB1 8,BB1 9,BB2 1,BB2 2,BB2 3,BB2 4,BB2 5,BB2 6,BB2 7,BB6 7,BB6 8
Blackpool|FY1 1,FY1 2,FY1 3,FY1 4,FY1 5,FY1 6,FY2 0,FY2 9,FY3 0,FY3 7,FY3 8,FY3 9,FY4 1,FY4 2,FY4 3,FY4 4,FY4 5
Blackwood|NP12 0,NP12 1,NP12 2,NP12 3
Blaenau Ffestiniog|LL41 3,LL41 4
Blakeney|GL15 4
Blandford Forum|DT11 0,DT11 7,DT11 8,DT11 9
Blaydon-on-Tyne|NE21 4,NE21 5,NE21 6
Blyth|NE24 1,NE24 2,NE24 3,NE24 4,NE24 5
Bodmin|PL30 3,PL30 4,PL30 5,PL31 1,PL31 2
Bodorgan|LL62 5
Bognor Regis|PO21 1,PO21 2,PO21 3,PO21 4,PO21 5,PO22 0,PO22 6,PO22 7,PO22 8,PO22 9
Boldon Colliery|NE35 9
Bolton|BL1 1,BL1 2,BL1 3,BL1 4,BL1 5,BL1 6,BL1 7,BL1 8,BL2 1,BL2 2,BL2 3,BL2 4,BL2 5,BL2 6,BL3 1,BL3 2,BL3 3,BL3 4,BL3 5,BL3 6,BL4 0,BL4 7,BL4 8,BL4 9,BL5 1,BL5 2,BL5 3,BL6 4,BL6 5,BL6 6,BL6 7,BL7 0,BL7 8,BL7 9
Boncath|SA37 0
Bootle|L20 0,L20 2,L20 3,L20 4,L20 5,L20 6,L20 7,L20 8,L20 9,L30 1,L30 2,L30 3,L30 5,L30 7,L30 8,L30 9
Bordon|GU35 0,GU35 8,GU35 9
Borehamwood|WD6 1,WD6 2,WD6 3,WD6 4,WD6 5
Borth|SY24 5
Boscastle|PL35 0
Boston|PE20 1,PE20 2,PE20 3,PE21 0,PE21 6,PE21 7,PE21 8,PE21 9,PE22 0,PE22 7,PE22 8,PE22 9
Bourne End|SL8 5
Bournemouth|BH1 1,BH1 2,BH1 3,BH1 4,BH10 4,BH10 5,BH10 6,BH10 7,BH11 8,BH11 9,BH2 5,BH2 6,BH3 7,BH4 8,BH4 9,BH5 1,BH5 2,BH6 3,BH6 4,BH6 5,BH7 6,BH7 7,BH8 0,BH8 8,BH8 9,BH9 1,BH9 2,BH9 3
Bourne|PE10 0,PE10 9
Bow Street|SY24 5
Brackley|NN13 5,NN13 6,NN13 7
Bracknell|RG12 0,RG12 1,RG12 2,RG12 7,RG12 8,RG12 9,RG42 1,RG42 2,RG42 3,RG42 4,RG42 5,RG42 6,RG42 7
Bradford-on-Avon|BA15 1,BA15 2
Bradford|BD1 2,BD1 3,BD1 4,BD1 5,BD10 0,BD10 8,BD10 9,BD11 1,BD11 2,BD12 0,BD12 7,BD12 8,BD12 9,BD13 1,BD13 2,BD13 3,BD13 4,BD13 5,BD14 6,BD15 0,BD15 7,BD15 8,BD15 9,BD2 1,BD2 2,BD2 3,BD2 4,BD3 0,BD3 7,BD3 8,BD3 9,BD4 0,BD4 6,BD4 7,BD4 8,BD4 9,BD5 0,BD5 7,BD5 8,BD5 9,BD6 1,BD6 2,BD6 3,BD7 1,BD7 2,BD7 3,BD7 4,BD8 0,BD8 7,BD8 8,BD8 9,BD9 4,BD9 5,BD9 6
Braintree|CM7 1,CM7 2,CM7 3,CM7 4,CM7 5,CM7 9,CM77 6,CM77 7,CM77 8
Brampton|CA8 1,CA8 2,CA8 7,CA8 9
Brandon|IP27 0,IP27 9
Braunton|EX33 1,EX33 2
Brecon|LD3 0,LD3 7,LD3 8,LD3 9
Brentford|TW8 0,TW8 8,TW8 9
Brentwood|CM13 1,CM13 2,CM13 3,CM14 4,CM14 5,CM15 0,CM15 8,CM15 9
Bridgend|CF31 1,CF31 2,CF31 3,CF31 4,CF31 5,CF32 0,CF32 7,CF32 8,CF32 9,CF33 4,CF33 6,CF35 5,CF35 6
Bridgnorth|WV15 5,WV15 6,WV16 4,WV16 5,WV16 6
Bridgwater|TA5 1,TA5 2,TA6 3,TA6 4,TA6 5,TA6 6,TA6 7,TA7 0,TA7 8,TA7 9
Bridlington|YO15 1,YO15 2,YO15 3,YO16 4,YO16 6,YO16 7
Bridport|DT6 3,DT6 4,DT6 5,DT6 6
Brierley Hill|DY5 1,DY5 2,DY5 3,DY5 4
Brigg|DN20 0,DN20 8,DN20 9
Brighouse|HD6 1,HD6 2,HD6 3,HD6 4
Brighton|BN1 1,BN1 2,BN1 3,BN1 4,BN1 5,BN1 6,BN1 7,BN1 8,BN1 9,BN2 0,BN2 1,BN2 3,BN2 4,BN2 5,BN2 6,BN2 7,BN2 8,BN2 9,BN41 1,BN41 2,BN42 4
Bristol|BS1 1,BS1 2,BS1 4,BS1 5,BS1 6,BS10 5,BS10 6,BS10 7,BS11 0,BS11 8,BS11 9,BS13 0,BS13 7,BS13 8,BS13 9,BS14 0,BS14 8,BS14 9,BS15 1,BS15 3,BS15 4,BS15 8,BS15 9,BS16 1,BS16 2,BS16 3,BS16 4,BS16 5,BS16 6,BS16 7,BS16 9,BS17 4,BS2 0,BS2 8,BS2 9,BS20 0,BS20 6,BS20 7,BS20 8,BS3 1,BS3 2,BS3 3,BS3 4,BS3 5,BS30 5,BS30 6,BS30 7,BS30 8,BS30 9,BS31 1,BS31 2,BS31 3,BS32 0,BS32 4,BS32 8,BS32 9,BS34 5,BS34 6,BS34 7,BS34 8,BS35 1,BS35 2,BS35 3,BS35 4,BS35 5,BS36 1,BS36 2,BS37 4,BS37 5,BS37 6,BS37 7,BS37 8,BS37 9,BS39 4,BS39 5,BS39 6,BS39 7,BS4 1,BS4 2,BS4 3,BS4 4,BS4 5,BS40 5,BS40 6,BS40 7,BS40 8,BS40 9,BS41 9,BS48 1,BS48 2,BS48 3,BS48 4,BS49 4,BS49 5,BS5 0,BS5 6,BS5 7,BS5 8,BS5 9,BS6 5,BS6 6,BS6 7,BS7 0,BS7 8,BS7 9,BS8 1,BS8 2,BS8 3,BS8 4,BS9 1,BS9 2,BS9 3,BS9 4
Brixham|TQ5 0,TQ5 8,TQ5 9
Broadstairs|CT10 1,CT10 2,CT10 3
Broadstone|BH18 8,BH18 9
Broadway|WR12 7
Brockenhurst|SO42 7
Bromley|BR1 1,BR1 2,BR1 3,BR1 4,BR1 5,BR2 0,BR2 7,BR2 8,BR2 9
Bromsgrove|B60 1,B60 2,B60 3,B60 4,B61 0,B61 7,B61 8,B61 9
Bromyard|HR7 4
Broseley|BB7 9,TF12 5
Brough|HU15 1,HU15 2
Broxbourne|EN10 6,EN10 7
Bruton|BA10 0
Brynteg|LL78 8
Buckfastleigh|TQ11 0
Buckhurst Hill|IG9 5,IG9 6
Buckingham|MK18 1,MK18 2,MK18 3,MK18 4,MK18 5,MK18 7
Buckley|CH7 2,CH7 3
Bucknell|SY7 0
Bude|EX23 0,EX23 8,EX23 9
Budleigh Salterton|EX9 6,EX9 7
Builth Wells|LD2 3
Bungay|NR35 1,NR35 2
Buntingford|SG9 0,SG9 9
Bures|CO8 5
Burford|OX18 4
Burgess Hill|RH15 0,RH15 8,RH15 9
Burnham-on-Crouch|CM0 8
Burnham-on-Sea|TA8 1,TA8 2
Burnley|BB10 1,BB10 2,BB10 3,BB10 4,BB11 1,BB11 2,BB11 3,BB11 4,BB11 5,BB12 0,BB12 6,BB12 7,BB12 8,BB12 9
Burntwood|WS7 0,WS7 1,WS7 2,WS7 3,WS7 4,WS7 9
Burry Port|SA16 0
Burton-on-Trent|DE13 0,DE13 7,DE13 8,DE13 9,DE14 1,DE14 2,DE14 3,DE15 0,DE15 9
Bury St Edmunds|IP28 6,IP28 7,IP28 8,IP29 4,IP29 5,IP30 0,IP30 9,IP31 1,IP31 2,IP31 3,IP32 6,IP32 7,IP33 1,IP33 2,IP33 3
Bury|BL0 0,BL0 9,BL8 1,BL8 2,BL8 3,BL8 4,BL9 0,BL9 5,BL9 6,BL9 7,BL9 8,BL9 9
Bushey|WD23 1,WD23 2,WD23 3,WD23 4
Buxton|SK17 0,SK17 6,SK17 7,SK17 8,SK17 9
Caernarfon|LL54 5,LL54 6,LL54 7,LL55 1,LL55 2,LL55 3,LL55 4
Caerphilly|CF83 1,CF83 2,CF83 3,CF83 4,CF83 8
Caersws|SY17 5
Caldicot|NP26 3,NP26 4,NP26 5
Callington|PL17 7,PL17 8
Calne|SN11 0,SN11 8,SN11 9
Calstock|PL18 9
Camberley|GU15 1,GU15 2,GU15 3,GU15 4,GU16 6,GU16 7,GU16 8,GU16 9,GU17 0,GU17 9
Camborne|TR14 0,TR14 7,TR14 8,TR14 9
Cambridge|CB1 1,CB1 2,CB1 3,CB1 7,CB1 8,CB1 9,CB2 0,CB2 1,CB2 3,CB2 8,CB2 9,CB21 4,CB21 5,CB21 6,CB22 3,CB22 4,CB22 5,CB22 7,CB23 1,CB23 2,CB23 3,CB23 4,CB23 5,CB23 6,CB23 7,CB23 8,CB24 1,CB24 3,CB24 4,CB24 5,CB24 6,CB24 8,CB24 9,CB25 0,CB25 9,CB3 0,CB3 9,CB4 1,CB4 2,CB4 3,CB5 8
Camelford|PL32 9
Cannock|WS11 0,WS11 1,WS11 4,WS11 5,WS11 6,WS11 7,WS11 8,WS11 9,WS12 0,WS12 1,WS12 2,WS12 3,WS12 4
Canterbury|CT1 1,CT1 2,CT1 3,CT2 0,CT2 7,CT2 8,CT2 9,CT3 1,CT3 2,CT3 3,CT3 4,CT4 5,CT4 6,CT4 7,CT4 8
Canvey Island|SS8 0,SS8 7,SS8 8,SS8 9
Cardiff|CF10 1,CF10 2,CF10 3,CF10 4,CF10 5,CF11 0,CF11 6,CF11 7,CF11 8,CF11 9,CF14 0,CF14 1,CF14 2,CF14 3,CF14 4,CF14 5,CF14 6,CF14 7,CF14 9,CF15 7,CF15 8,CF15 9,CF23 5,CF23 6,CF23 7,CF23 8,CF23 9,CF24 0,CF24 1,CF24 2,CF24 3,CF24 4,CF24 5,CF3 0,CF3 1,CF3 2,CF3 3,CF3 4,CF3 5,CF3 6,CF5 1,CF5 2,CF5 3,CF5 4,CF5 5,CF5 6
Cardigan|SA43 1,SA43 2,SA43 3
Carlisle|CA1 1,CA1 2,CA1 3,CA2 4,CA2 5,CA2 6,CA2 7,CA3 0,CA3 9,CA4 0,CA4 8,CA5 6,CA5 7,CA6 4,CA6 5,CA6 6
Carmarthen|SA31 1,SA31 2,SA31 3,SA32 7,SA32 8,SA33 4,SA33 5,SA33 6
Carnforth|LA5 0,LA5 8,LA5 9,LA6 1,LA6 2,LA6 3
Carshalton|SM5 1,SM5 2,SM5 3,SM5 4
Carterton|OX18 1,OX18 3
Castle Cary|BA7 7
Castleford|WF10 1,WF10 2,WF10 3,WF10 4,WF10 5
Caterham|CR3 5,CR3 6,CR3 7
Catterick Garrison|DL9 3,DL9 4
Cemaes Bay|LL67 0
Chalfont St Giles|HP8 4
Chard|TA20 1,TA20 2,TA20 3,TA20 4
Chatham|ME4 3,ME4 4,ME4 5,ME4 6,ME5 0,ME5 7,ME5 8,ME5 9
Chathill|NE67 5
Chatteris|PE16 6
Cheadle|M22 4,SK8 1,SK8 2,SK8 3,SK8 4,SK8 5,SK8 6,SK8 7
Cheddar|BS27 3
Chelmsford|CM1 1,CM1 2,CM1 3,CM1 4,CM1 6,CM1 7,CM2 0,CM2 6,CM2 7,CM2 8,CM2 9,CM3 1,CM3 2,CM3 3,CM3 4,CM3 5,CM3 6
Cheltenham|GL50 1,GL50 2,GL50 3,GL50 4,GL51 0,GL51 3,GL51 4,GL51 5,GL51 6,GL51 7,GL51 8,GL51 9,GL52 2,GL52 3,GL52 5,GL52 6,GL52 7,GL52 8,GL52 9,GL53 0,GL53 7,GL53 8,GL53 9,GL54 1,GL54 2,GL54 3,GL54 4,GL54 5
Chepstow|NP16 5,NP16 6,NP16 7
Chertsey|KT16 0,KT16 8,KT16 9
Chesham|HP5 1,HP5 2,HP5 3
Chessington|KT9 1,KT9 2
Chester le Street|DH2 1,DH2 2,DH2 3,DH3 1,DH3 2,DH3 3,DH3 4
Chesterfield|S40 1,S40 2,S40 3,S40 4,S41 0,S41 7,S41 8,S41 9,S42 5,S42 6,S42 7,S43 1,S43 2,S43 3,S43 4,S44 5,S44 6,S45 0,S45 8,S45 9
Chester|CH1 1,CH1 2,CH1 3,CH1 4,CH1 5,CH1 6,CH2 1,CH2 2,CH2 3,CH2 4,CH3 5,CH3 6,CH3 7,CH3 8,CH3 9,CH4 0,CH4 7,CH4 8,CH4 9
Chichester|PO18 0,PO18 8,PO18 9,PO19 1,PO19 3,PO19 5,PO19 6,PO19 7,PO19 8,PO20 0,PO20 1,PO20 2,PO20 3,PO20 7,PO20 8,PO20 9
Chigwell|IG7 4,IG7 5,IG7 6
Chinnor|OX39 4
Chippenham|SN14 0,SN14 6,SN14 7,SN14 8,SN15 1,SN15 2,SN15 3,SN15 4,SN15 5
Chipping Campden|GL55 6
Chipping Norton|OX7 3,OX7 4,OX7 5,OX7 6,OX7 7
Chislehurst|BR7 5,BR7 6
Choppington|NE62 5
Chorley|PR6 0,PR6 7,PR6 8,PR6 9,PR7 1,PR7 2,PR7 3,PR7 4,PR7 5,PR7 6,PR7 7
Christchurch|BH23 1,BH23 2,BH23 3,BH23 4,BH23 5,BH23 6,BH23 7,BH23 8
Chulmleigh|EX18 7
Church Stretton|SY6 6,SY6 7
Cinderford|GL14 2,GL14 3
Cirencester|GL7 1,GL7 2,GL7 5,GL7 6,GL7 7
Clacton-on-Sea|CO15 1,CO15 2,CO15 3,CO15 4,CO15 5,CO15 6,CO16 0,CO16 7,CO16 8,CO16 9
Clarbeston Road|SA63 4
Cleator Moor|CA25 5
Cleator|CA23 3
Cleckheaton|BD19 3,BD19 4,BD19 5,BD19 6
Cleethorpes|DN35 0,DN35 7,DN35 8,DN35 9
Clevedon|BS21 5,BS21 6,BS21 7
Clitheroe|BB7 1,BB7 2,BB7 3,BB7 4,BB7 9
Clynderwen|SA66 7
Coalville|LE67 1,LE67 2,LE67 3,LE67 4,LE67 5,LE67 8
Cobham|KT11 1,KT11 2,KT11 3
Cockermouth|CA13 0,CA13 9
Colchester|CO1 1,CO1 2,CO2 0,CO2 7,CO2 8,CO2 9,CO3 0,CO3 3,CO3 4,CO3 8,CO3 9,CO4 0,CO4 3,CO4 5,CO4 6,CO4 9,CO5 0,CO5 7,CO5 8,CO5 9,CO6 1,CO6 2,CO6 3,CO6 4,CO6 5,CO7 0,CO7 6,CO7 7,CO7 8,CO7 9
Coleford|GL16 7,GL16 8
Colne|BB8 0,BB8 7,BB8 8,BB8 9
Colwyn Bay|LL28 4,LL28 5,LL29 6,LL29 7,LL29 8,LL29 9
Colyton|EX24 6
Congleton|CW12 1,CW12 2,CW12 3,CW12 4
Coniston|LA21 8
Consett|DH8 0,DH8 5,DH8 6,DH8 7,DH8 8,DH8 9
Conwy|LL31 9,LL32 8
Corbridge|NE45 5
Corby|NN17 1,NN17 2,NN17 3,NN17 4,NN17 5,NN18 0,NN18 8,NN18 9
Cornhill-on-Tweed|TD12 4
Corsham|SN13 0,SN13 8,SN13 9
Corwen|LL21 0,LL21 9
Cottingham|HU16 4,HU16 5,HU20 3
Coulsdon|CR5 1,CR5 2,CR5 3
Coventry|CV1 2,CV1 3,CV1 4,CV1 5,CV2 1,CV2 2,CV2 3,CV2 4,CV2 5,CV3 1,CV3 2,CV3 3,CV3 4,CV3 5,CV3 6,CV4 7,CV4 8,CV4 9,CV5 6,CV5 7,CV5 8,CV5 9,CV6 1,CV6 2,CV6 3,CV6 4,CV6 5,CV6 6,CV6 7,CV7 7,CV7 8,CV7 9,CV8 3
Cowbridge|CF71 7
Cowes|PO31 7,PO31 8
Cradley Heath|B64 5,B64 6,B64 7
Cramlington|NE23 1,NE23 2,NE23 3,NE23 6,NE23 7,NE23 8
Cranbrook|TN17 1,TN17 2,TN17 3,TN17 4,TN18 4,TN18 5
Cranleigh|GU6 7,GU6 8
Craven Arms|SY7 0,SY7 8,SY7 9
Crawley|RH10 1,RH10 3,RH10 4,RH10 5,RH10 6,RH10 7,RH10 8,RH10 9,RH11 0,RH11 6,RH11 7,RH11 8,RH11 9
Crediton|EX17 1,EX17 2,EX17 3,EX17 4,EX17 5,EX17 6
Crewe|CW1 2,CW1 3,CW1 4,CW1 5,CW1 6,CW2 5,CW2 6,CW2 7,CW2 8,CW3 0,CW3 9,CW4 7,CW4 8
Crewkerne|TA18 7,TA18 8
Criccieth|LL52 0
Crickhowell|NP8 1
Cromer|NR27 0,NR27 9
Crook|DL15 0,DL15 8,DL15 9
Crowborough|TN6 1,TN6 2,TN6 3
Crowthorne|RG45 6,RG45 7
Croydon|CR0 0,CR0 1,CR0 2,CR0 3,CR0 4,CR0 5,CR0 6,CR0 7,CR0 8,CR0 9,CR9 2,CR9 5,CR9 8
Crymych|SA42 0
Cullompton|EX15 1,EX15 2,EX15 3
Cwmbran|NP44 1,NP44 2,NP44 3,NP44 4,NP44 5,NP44 6,NP44 7,NP44 8
Dagenham|RM10 7,RM10 8,RM10 9,RM8 1,RM8 2,RM8 3,RM9 4,RM9 5,RM9 6
Dalton-in-Furness|LA15 8
Darlington|DL1 1,DL1 2,DL1 3,DL1 4,DL1 5,DL2 1,DL2 2,DL2 3,DL3 0,DL3 6,DL3 7,DL3 8,DL3 9
Dartford|DA1 1,DA1 2,DA1 3,DA1 4,DA1 5,DA2 6,DA2 7,DA2 8,DA4 0,DA4 9,DA9 9
Dartmouth|TQ6 0,TQ6 9
Darwen|BB3 0,BB3 1,BB3 2,BB3 3
Daventry|NN11 0,NN11 2,NN11 3,NN11 4,NN11 6,NN11 7,NN11 8,NN11 9
Dawlish|EX7 0,EX7 9
Deal|CT14 0,CT14 6,CT14 7,CT14 8,CT14 9
Deeside|CH5 1,CH5 2,CH5 3,CH5 4
Delabole|PL33 9
Denbigh|LL16 3,LL16 4,LL16 5
Derby|DE1 1,DE1 2,DE1 3,DE21 2,DE21 4,DE21 5,DE21 6,DE21 7,DE22 1,DE22 2,DE22 3,DE22 4,DE22 5,DE23 1,DE23 2,DE23 3,DE23 4,DE23 6,DE23 8,DE24 0,DE24 1,DE24 3,DE24 5,DE24 8,DE24 9,DE3 0,DE3 9,DE65 5,DE65 6,DE72 2,DE72 3,DE73 5,DE73 6,DE73 7,DE73 8,DE74 2
Dereham|NR19 1,NR19 2,NR20 3,NR20 4,NR20 5
Devizes|SN10 1,SN10 2,SN10 3,SN10 4,SN10 5
Dewsbury|WF12 0,WF12 7,WF12 8,WF12 9,WF13 1,WF13 2,WF13 3,WF13 4
Didcot|OX11 0,OX11 6,OX11 7,OX11 8,OX11 9
Dinas Powys|CF64 4
Diss|IP21 4,IP21 5,IP22 1,IP22 2,IP22 4,IP22 5
Dolgellau|LL40 1,LL40 2
Dolwyddelan|LL25 0
Doncaster|DN1 2,DN1 3,DN10 4,DN10 5,DN10 6,DN11 0,DN11 8,DN11 9,DN12 1,DN12 2,DN12 3,DN12 4,DN2 4,DN2 5,DN2 6,DN3 1,DN3 2,DN3 3,DN4 0,DN4 5,DN4 6,DN4 7,DN4 8,DN4 9,DN5 0,DN5 7,DN5 8,DN5 9,DN6 0,DN6 7,DN6 8,DN6 9,DN7 4,DN7 5,DN7 6,DN8 4,DN8 5,DN9 1,DN9 2,DN9 3
Dorchester|DT1 1,DT1 2,DT1 3,DT2 0,DT2 7,DT2 8,DT2 9
Dorking|RH4 1,RH4 2,RH4 3,RH5 4,RH5 5,RH5 6
Dover|CT15 4,CT15 5,CT15 6,CT15 7,CT16 1,CT16 2,CT16 3,CT17 0,CT17 9
Downham Market|PE38 0,PE38 9
Driffield|YO25 3,YO25 4,YO25 5,YO25 6,YO25 8,YO25 9
Droitwich|WR9 0,WR9 7,WR9 8,WR9 9
Dronfield|S18 1,S18 2,S18 3,S18 7,S18 8
Drybrook|GL17 9
Dudley|DY1 1,DY1 2,DY1 3,DY1 4,DY2 0,DY2 7,DY2 8,DY2 9,DY3 1,DY3 2,DY3 3,DY3 4,DY6 0
Dukinfield|SK16 4,SK16 5
Dulverton|TA22 9
Dunmow|CM6 1,CM6 2,CM6 3,CM6 4
Dunstable|LU5 4,LU5 5,LU5 6,LU6 1,LU6 2,LU6 3
Durham|DH1 1,DH1 2,DH1 3,DH1 4,DH1 5,DH6 1,DH6 2,DH6 3,DH6 4,DH6 5,DH7 0,DH7 6,DH7 7,DH7 8,DH7 9
Dursley|GL11 4,GL11 5,GL11 6
Dyffryn Ardudwy|LL44 2
Dymock|GL18 2
East Boldon|NE36 0
East Cowes|PO32 6
East Grinstead|RH19 1,RH19 2,RH19 3,RH19 4
East Molesey|KT8 0,KT8 9
Eastbourne|BN20 0,BN20 7,BN20 8,BN20 9,BN21 1,BN21 2,BN21 3,BN21 4,BN22 0,BN22 7,BN22 8,BN22 9,BN23 5,BN23 6,BN23 7,BN23 8
Eastleigh|SO50 4,SO50 5,SO50 6,SO50 7,SO50 8,SO50 9,SO53 1,SO53 2,SO53 3,SO53 4,SO53 5
Ebbw Vale|NP23 4,NP23 5,NP23 6,NP23 7,NP23 8
Edenbridge|TN8 5,TN8 6,TN8 7
Edgware|HA8 0,HA8 5,HA8 6,HA8 7,HA8 8,HA8 9
Egham|TW20 0,TW20 8,TW20 9
Egremont|CA22 2
Elland|HX5 0,HX5 9
Ellesmere Port|CH65 0,CH65 1,CH65 2,CH65 3,CH65 4,CH65 5,CH65 6,CH65 7,CH65 8,CH65 9,CH66 0,CH66 1,CH66 2,CH66 3,CH66 4,CH66 5
Ellesmere|SY12 0,SY12 9
Ely|CB6 1,CB6 2,CB6 3,CB7 4,CB7 5
Emsworth|PO10 7,PO10 8
Enfield|EN1 1,EN1 2,EN1 3,EN1 4,EN2 0,EN2 6,EN2 7,EN2 8,EN2 9,EN3 4,EN3 5,EN3 6,EN3 7
Epping|CM16 4,CM16 5,CM16 6,CM16 7
Epsom|KT17 1,KT17 2,KT17 3,KT17 4,KT18 5,KT18 6,KT18 7,KT19 0,KT19 7,KT19 8,KT19 9
Erith|DA18 4,DA8 1,DA8 2,DA8 3
Esher|KT10 0,KT10 8,KT10 9
Etchingham|TN19 7
Evesham|WR11 1,WR11 2,WR11 3,WR11 4,WR11 7,WR11 8
Exeter|EX1 1,EX1 2,EX1 3,EX2 4,EX2 5,EX2 6,EX2 7,EX2 8,EX2 9,EX3 0,EX4 0,EX4 1,EX4 2,EX4 3,EX4 4,EX4 5,EX4 6,EX4 7,EX4 8,EX4 9,EX5 1,EX5 2,EX5 3,EX5 4,EX5 5,EX5 7,EX6 6,EX6 7,EX6 8
Exmouth|EX8 1,EX8 2,EX8 3,EX8 4,EX8 5
Eye|IP21 4,IP21 5,IP23 7,IP23 8
Fairbourne|LL38 2
Fairford|GL7 4
Fakenham|NR21 0,NR21 7,NR21 8,NR21 9
Falmouth|TR11 2,TR11 3,TR11 4,TR11 5
Fareham|PO14 1,PO14 2,PO14 3,PO14 4,PO15 5,PO15 6,PO15 7,PO16 0,PO16 7,PO16 8,PO16 9,PO17 5,PO17 6
Faringdon|SN7 7,SN7 8
Farnborough|GU14 0,GU14 6,GU14 7,GU14 8,GU14 9
Farnham|GU10 1,GU10 2,GU10 3,GU10 4,GU10 5,GU9 0,GU9 7,GU9 8,GU9 9
Faversham|ME13 0,ME13 7,ME13 8,ME13 9
Felixstowe|IP11 0,IP11 2,IP11 7,IP11 9
Feltham|TW13 4,TW13 5,TW13 6,TW13 7,TW14 0,TW14 8,TW14 9
Ferndale|CF43 3,CF43 4
Ferndown|BH22 0,BH22 8,BH22 9
Ferryhill|DL17 0,DL17 8,DL17 9
Ferryside|SA17 5
Filey|YO14 0,YO14 9
Fishguard|SA65 9
Fleetwood|FY7 6,FY7 7,FY7 8
Fleet|GU51 1,GU51 2,GU51 3,GU51 4,GU51 5,GU52 0,GU52 6,GU52 7,GU52 8
Flint|CH6 5
Folkestone|CT18 7,CT18 8,CT19 4,CT19 5,CT19 6,CT20 1,CT20 2,CT20 3
Fordingbridge|SP6 1,SP6 2,SP6 3
Forest Row|RH18 5
Fowey|PL23 1
Freshwater|PO40 9
Frinton-on-Sea|CO13 0,CO13 9
Frizington|CA26 3
Frodsham|WA6 0,WA6 6,WA6 7,WA6 8,WA6 9
Frome|BA11 1,BA11 2,BA11 3,BA11 4,BA11 5,BA11 6
Gaerwen|LL60 6
Gainsborough|DN21 1,DN21 2,DN21 3,DN21 4,DN21 5
Gateshead|NE10 0,NE10 8,NE10 9,NE11 0,NE11 9,NE8 1,NE8 2,NE8 3,NE8 4,NE9 5,NE9 6,NE9 7
Gerrards Cross|SL9 0,SL9 7,SL9 8,SL9 9
Gillingham|ME7 1,ME7 2,ME7 3,ME7 4,ME7 5,ME8 0,ME8 6,ME8 7,ME8 8,ME8 9,SP8 4,SP8 5
Glastonbury|BA6 8,BA6 9
Glossop|SK13 0,SK13 1,SK13 2,SK13 5,SK13 6,SK13 7,SK13 8
Gloucester|GL1 1,GL1 2,GL1 3,GL1 4,GL1 5,GL19 3,GL19 4,GL2 0,GL2 2,GL2 3,GL2 4,GL2 5,GL2 7,GL2 8,GL2 9,GL3 1,GL3 2,GL3 3,GL3 4,GL4 0,GL4 3,GL4 4,GL4 5,GL4 6,GL4 8
Godalming|GU7 1,GU7 2,GU7 3,GU8 4,GU8 5,GU8 6
Godstone|RH9 8
Goodwick|SA64 0
Goole|DN14 0,DN14 5,DN14 6,DN14 7,DN14 8,DN14 9
Gosport|PO12 1,PO12 2,PO12 3,PO12 4,PO13 0,PO13 8,PO13 9
Grange-over-Sands|LA11 6,LA11 7
Grantham|NG31 6,NG31 7,NG31 8,NG31 9,NG32 1,NG32 2,NG32 3,NG33 4,NG33 5
Gravesend|DA11 0,DA11 7,DA11 8,DA11 9,DA12 1,DA12 2,DA12 3,DA12 4,DA12 5,DA13 0,DA13 9
Grays|RM16 2,RM16 3,RM16 4,RM16 5,RM16 6,RM17 5,RM17 6,RM20 3,RM20 4
Great Missenden|HP16 0,HP16 9
Great Yarmouth|NR29 3,NR29 4,NR29 5,NR30 1,NR30 2,NR30 3,NR30 4,NR30 5,NR31 0,NR31 6,NR31 7,NR31 8,NR31 9
Greenford|UB6 0,UB6 7,UB6 8,UB6 9
Greenhithe|DA9 9
Grimsby|DN31 1,DN31 2,DN31 3,DN32 0,DN32 7,DN32 8,DN32 9,DN33 1,DN33 2,DN33 3,DN34 4,DN34 5,DN36 4,DN36 5,DN37 0,DN37 7,DN37 9,DN41 7,DN41 8
Guildford|GU1 1,GU1 2,GU1 3,GU1 4,GU12 6,GU2 4,GU2 7,GU2 8,GU2 9,GU3 1,GU3 2,GU3 3,GU4 7,GU4 8,GU5 0,GU5 9
Guisborough|TS14 6,TS14 7,TS14 8
Gunnislake|PL18 9
Hailsham|BN27 1,BN27 2,BN27 3,BN27 4
Halesowen|B62 0,B62 8,B62 9,B63 1,B63 2,B63 3,B63 4
Halesworth|IP19 0,IP19 8,IP19 9
Halifax|HX1 1,HX1 2,HX1 3,HX1 4,HX1 5,HX2 0,HX2 6,HX2 7,HX2 8,HX2 9,HX3 0,HX3 5,HX3 6,HX3 7,HX3 8,HX3 9,HX4 0,HX4 8,HX4 9
Halstead|CO9 1,CO9 2,CO9 3,CO9 4
Haltwhistle|NE49 0
Hampton|TW12 1,TW12 2,TW12 3
Harlech|LL46 2
Harleston|IP20 0,IP20 9
Harlow|CB20 2,CM17 0,CM17 9,CM18 6,CM18 7,CM19 4,CM19 5,CM20 1,CM20 2,CM20 3
Harpenden|AL5 1,AL5 2,AL5 3,AL5 4,AL5 5
Harrogate|HG1 1,HG1 2,HG1 3,HG1 4,HG1 5,HG2 0,HG2 7,HG2 8,HG2 9,HG3 1,HG3 2,HG3 3,HG3 4,HG3 5
Harrow|HA1 1,HA1 2,HA1 3,HA1 4,HA2 0,HA2 6,HA2 7,HA2 8,HA2 9,HA3 0,HA3 5,HA3 6,HA3 7,HA3 8,HA3 9
Hartfield|TN7 4
Hartlepool|TS24 0,TS24 7,TS24 8,TS24 9,TS25 1,TS25 2,TS25 3,TS25 4,TS25 5,TS26 0,TS26 8,TS26 9,TS27 3,TS27 4
Harwich|CO12 3,CO12 4,CO12 5
Haslemere|GU27 1,GU27 2,GU27 3
Hassocks|BN6 8,BN6 9
Hastings|TN34 1,TN34 2,TN34 3,TN35 4,TN35 5
Hatfield|AL10 0,AL10 8,AL10 9,AL9 5,AL9 6,AL9 7
Havant|PO9 1,PO9 2,PO9 3,PO9 4,PO9 5
Haverfordwest|SA61 1,SA61 2,SA62 3,SA62 4,SA62 5,SA62 6
Haverhill|CB9 0,CB9 7,CB9 8,CB9 9
Hawes|DL8 3
Hayes|UB3 1,UB3 2,UB3 3,UB3 4,UB3 5,UB4 0,UB4 8,UB4 9
Hayle|TR27 4,TR27 5,TR27 6
Hayling Island|PO11 0,PO11 9
Haywards Heath|RH16 1,RH16 2,RH16 3,RH16 4,RH17 5,RH17 6,RH17 7
Heanor|DE75 7
Heathfield|TN21 0,TN21 8,TN21 9
Hebburn|NE31 1,NE31 2
Hebden Bridge|HX7 5,HX7 6,HX7 7,HX7 8
Heckmondwike|WF16 0,WF16 9
Helston|TR12 6,TR12 7,TR13 0,TR13 8,TR13 9
Hemel Hempstead|HP1 1,HP1 2,HP1 3,HP2 4,HP2 5,HP2 6,HP2 7,HP3 0,HP3 8,HP3 9
Henfield|BN5 9
Hengoed|CF82 6,CF82 7,CF82 8
Henley-in-Arden|B95 5,B95 6
Henley-on-Thames|RG9 1,RG9 2,RG9 3,RG9 4,RG9 5,RG9 6
Henlow|SG16 6
Hereford|HR1 1,HR1 2,HR1 3,HR1 4,HR2 0,HR2 6,HR2 7,HR2 8,HR2 9,HR3 5,HR3 6,HR4 0,HR4 7,HR4 8,HR4 9
Herne Bay|CT6 5,CT6 6,CT6 7,CT6 8
Hertford|SG13 7,SG13 8,SG14 1,SG14 2,SG14 3
Hessle|HU13 0,HU13 9
Hexham|NE46 1,NE46 2,NE46 3,NE46 4,NE47 0,NE47 6,NE47 7,NE47 8,NE47 9,NE48 2,NE48 3,NE48 4
Heywood|OL10 1,OL10 2,OL10 3,OL10 4
High Peak|SK22 1,SK22 2,SK22 3,SK22 4,SK23 0,SK23 6,SK23 7,SK23 9
High Wycombe|HP10 0,HP10 8,HP10 9,HP11 1,HP11 2,HP12 3,HP12 4,HP13 5,HP13 6,HP13 7,HP14 3,HP14 4,HP15 6,HP15 7
Highbridge|TA9 3,TA9 4
Hinckley|LE10 0,LE10 1,LE10 2,LE10 3
Hindhead|GU26 6
Hitchin|SG4 0,SG4 7,SG4 8,SG4 9,SG5 1,SG5 2,SG5 3,SG5 4
Hockley|SS5 4,SS5 5,SS5 6
Hoddesdon|EN11 0,EN11 8,EN11 9
Holmfirth|HD9 1,HD9 2,HD9 3,HD9 4,HD9 5,HD9 6,HD9 7
Holmrook|CA19 1
Holsworthy|EX22 6,EX22 7
Holt|NR25 6,NR25 7
Holyhead|LL65 1,LL65 2,LL65 3,LL65 4
Holywell|CH8 7,CH8 8,CH8 9
Honiton|EX14 1,EX14 2,EX14 3,EX14 4,EX14 9
Hook|RG27 0,RG27 8,RG27 9,RG29 1
Hope Valley|S32 1,S32 2,S32 3,S32 5,S33 0,S33 6,S33 8,S33 9
Horley|RH6 0,RH6 7,RH6 8,RH6 9
Horncastle|LN9 5,LN9 6
Hornchurch|RM11 1,RM11 2,RM11 3,RM12 4,RM12 5,RM12 6
Hornsea|HU18 1
Horsham|RH12 0,RH12 1,RH12 2,RH12 3,RH12 4,RH12 5,RH13 0,RH13 5,RH13 6,RH13 8,RH13 9
Houghton le Spring|DH4 4,DH4 5,DH4 6,DH4 7,DH5 0,DH5 8,DH5 9
Hounslow|TW3 1,TW3 2,TW3 3,TW3 4,TW4 5,TW4 6,TW4 7,TW5 0,TW5 9
Hove|BN3 1,BN3 2,BN3 3,BN3 4,BN3 5,BN3 6,BN3 7,BN3 8
Huddersfield|HD1 3,HD1 4,HD1 5,HD1 6,HD2 1,HD2 2,HD3 3,HD3 4,HD4 5,HD4 6,HD4 7,HD5 0,HD5 8,HD5 9,HD7 4,HD7 5,HD7 6,HD8 0,HD8 8,HD8 9
Hull|HU1 1,HU1 2,HU1 3,HU10 6,HU10 7,HU11 4,HU11 5,HU12 0,HU12 8,HU12 9,HU13 9,HU2 0,HU2 8,HU2 9,HU3 1,HU3 2,HU3 3,HU3 4,HU3 5,HU3 6,HU4 6,HU4 7,HU5 1,HU5 2,HU5 3,HU5 4,HU5 5,HU6 7,HU6 8,HU6 9,HU7 0,HU7 3,HU7 4,HU7 5,HU7 6,HU8 0,HU8 7,HU8 8,HU8 9,HU9 1,HU9 2,HU9 3,HU9 4,HU9 5
Hungerford|RG17 0,RG17 7,RG17 8,RG17 9
Hunstanton|PE36 5,PE36 6
Huntingdon|PE26 1,PE26 2,PE28 0,PE28 2,PE28 3,PE28 4,PE28 5,PE28 9,PE29 1,PE29 2,PE29 3,PE29 6,PE29 7
Hyde|SK14 1,SK14 2,SK14 3,SK14 4,SK14 5,SK14 6,SK14 8
Hythe|CT21 4,CT21 5,CT21 6
Ibstock|LE67 6
Ilford|IG1 1,IG1 2,IG1 3,IG1 4,IG2 6,IG2 7,IG3 8,IG3 9,IG4 5,IG5 0,IG6 1,IG6 2,IG6 3
Ilfracombe|EX34 0,EX34 8,EX34 9
Ilkeston|DE7 4,DE7 5,DE7 6,DE7 8,DE7 9
Ilkley|LS29 0,LS29 6,LS29 7,LS29 8,LS29 9
Ilminster|TA19 0,TA19 9
Immingham|DN40 1,DN40 2,DN40 3
Ingatestone|CM4 0,CM4 9
Ipswich|IP1 1,IP1 2,IP1 3,IP1 4,IP1 5,IP1 6,IP10 0,IP2 0,IP2 8,IP2 9,IP3 0,IP3 8,IP3 9,IP4 1,IP4 2,IP4 3,IP4 4,IP4 5,IP5 1,IP5 2,IP5 3,IP6 0,IP6 8,IP6 9,IP7 5,IP7 6,IP7 7,IP8 3,IP8 4,IP9 1,IP9 2
Isles of Scilly|TR21 0
Isleworth|TW7 4,TW7 5,TW7 6,TW7 7
Iver|SL0 0,SL0 9
Ivybridge|PL21 0,PL21 9
Jarrow|NE32 3,NE32 4,NE32 5
Keighley|BD20 0,BD20 5,BD20 6,BD20 7,BD20 8,BD20 9,BD21 1,BD21 2,BD21 3,BD21 4,BD21 5,BD22 0,BD22 6,BD22 7,BD22 8,BD22 9
Kendal|LA8 0,LA8 8,LA8 9,LA9 4,LA9 5,LA9 6,LA9 7
Kenilworth|CV8 1,CV8 2
Kenley|CR8 5
Keston|BR2 6
Keswick|CA12 4,CA12 5
Kettering|NN14 1,NN14 2,NN14 3,NN14 4,NN14 6,NN15 5,NN15 6,NN15 7,NN16 0,NN16 8,NN16 9
Kidderminster|DY10 1,DY10 2,DY10 3,DY10 4,DY11 5,DY11 6,DY11 7,DY14 0,DY14 8,DY14 9
Kidlington|OX5 1,OX5 2,OX5 3
Kidwelly|SA17 4,SA17 5
Kilgetty|SA68 0
King's Lynn|PE30 1,PE30 2,PE30 3,PE30 4,PE30 5,PE31 6,PE31 7,PE31 8,PE32 1,PE32 2,PE33 0,PE33 9,PE34 3,PE34 4
Kings Langley|WD4 8,WD4 9
Kingsbridge|TQ7 1,TQ7 2,TQ7 3,TQ7 4
Kingston upon Thames|KT1 1,KT1 2,KT1 3,KT1 4,KT2 5,KT2 6,KT2 7
Kingswinford|DY6 0,DY6 7,DY6 8,DY6 9
Kington|HR5 3
Kirkby Stephen|CA17 4
Kirkby-in-Furness|LA17 7
Knaresborough|HG5 0,HG5 8,HG5 9
Knebworth|SG3 6
Knighton|LD7 1
Knottingley|WF11 0,WF11 8,WF11 9
Knutsford|WA16 0,WA16 6,WA16 7,WA16 8,WA16 9
Lampeter|SA48 7,SA48 8
Lancaster|LA1 1,LA1 2,LA1 3,LA1 4,LA1 5,LA2 0,LA2 6,LA2 7,LA2 8,LA2 9
Lancing|BN15 0,BN15 8,BN15 9
Langport|TA10 0,TA10 9
Launceston|PL15 7,PL15 8,PL15 9
Leamington Spa|CV31 1,CV31 2,CV31 3,CV32 4,CV32 5,CV32 6,CV32 7,CV33 9
Leatherhead|KT22 0,KT22 7,KT22 8,KT22 9,KT23 3,KT23 4,KT24 5,KT24 6
Lechlade|GL7 3
Ledbury|HR8 1,HR8 2
Lee-on-the-Solent|PO13 8,PO13 9
Leeds|LS1 2,LS1 3,LS1 4,LS1 5,LS1 6,LS1 7,LS10 1,LS10 2,LS10 3,LS10 4,LS11 0,LS11 5,LS11 6,LS11 7,LS11 8,LS11 9,LS12 1,LS12 2,LS12 3,LS12 4,LS12 5,LS12 6,LS13 1,LS13 2,LS13 3,LS13 4,LS14 1,LS14 2,LS14 3,LS14 5,LS14 6,LS15 0,LS15 4,LS15 7,LS15 8,LS15 9,LS16 5,LS16 6,LS16 7,LS16 8,LS16 9,LS17 0,LS17 5,LS17 6,LS17 7,LS17 8,LS17 9,LS18 4,LS18 5,LS19 6,LS19 7,LS2 7,LS2 8,LS2 9,LS20 8,LS20 9,LS25 1,LS25 2,LS25 3,LS25 4,LS25 5,LS25 6,LS25 7,LS26 0,LS26 8,LS26 9,LS27 0,LS27 7,LS27 8,LS27 9,LS3 1,LS4 2,LS5 3,LS6 1,LS6 2,LS6 3,LS6 4,LS7 1,LS7 2,LS7 3,LS7 4,LS8 1,LS8 2,LS8 3,LS8 4,LS8 5,LS9 0,LS9 6,LS9 7,LS9 8,LS9 9
Leek|ST13 5,ST13 6,ST13 7,ST13 8
Leicester|LE1 1,LE1 3,LE1 4,LE1 5,LE1 6,LE19 1,LE19 2,LE19 3,LE19 4,LE2 0,LE2 1,LE2 2,LE2 3,LE2 4,LE2 5,LE2 6,LE2 7,LE2 8,LE2 9,LE3 0,LE3 1,LE3 2,LE3 3,LE3 5,LE3 6,LE3 8,LE3 9,LE4 0,LE4 1,LE4 2,LE4 3,LE4 4,LE4 5,LE4 6,LE4 7,LE4 8,LE4 9,LE5 0,LE5 1,LE5 2,LE5 3,LE5 4,LE5 5,LE5 6,LE6 0,LE7 1,LE7 2,LE7 3,LE7 4,LE7 7,LE7 9,LE8 0,LE8 4,LE8 5,LE8 6,LE8 8,LE8 9,LE9 1,LE9 2,LE9 3,LE9 4,LE9 6,LE9 7,LE9 8,LE9 9
Leigh-on-Sea|SS9 1,SS9 2,SS9 3,SS9 4,SS9 5
Leighton Buzzard|LU7 0,LU7 1,LU7 2,LU7 3,LU7 4,LU7 9
Leigh|WN7 1,WN7 2,WN7 3,WN7 4,WN7 5
Leiston|IP16 4
Leominster|HR6 0,HR6 8,HR6 9
Letchworth Garden City|SG6 1,SG6 2,SG6 3,SG6 4
Lewes|BN7 1,BN7 2,BN7 3,BN8 4,BN8 5,BN8 6
Leyburn|DL8 3,DL8 4,DL8 5
Leyland|PR25 1,PR25 2,PR25 3,PR25 4,PR25 5,PR26 6,PR26 7,PR26 8,PR26 9
Lichfield|WS13 6,WS13 7,WS13 8,WS14 0,WS14 9
Lifton|PL16 0
Lightwater|GU18 5
Lincoln|LN1 1,LN1 2,LN1 3,LN2 1,LN2 2,LN2 3,LN2 4,LN2 5,LN3 4,LN3 5,LN4 1,LN4 2,LN4 3,LN4 4,LN5 0,LN5 7,LN5 8,LN5 9,LN6 0,LN6 3,LN6 4,LN6 5,LN6 7,LN6 8,LN6 9
Lingfield|RH7 6
Liphook|GU30 7
Liskeard|PL14 3,PL14 4,PL14 5,PL14 6
Liss|GU33 6,GU33 7
Littleborough|OL15 0,OL15 8,OL15 9
Littlehampton|BN16 1,BN16 2,BN16 3,BN16 4,BN17 5,BN17 6,BN17 7
Liverpool|L1 0,L1 1,L1 2,L1 3,L1 4,L1 5,L1 6,L1 8,L1 9,L10 1,L10 2,L10 3,L10 4,L10 7,L10 8,L10 9,L11 1,L11 2,L11 3,L11 4,L11 5,L11 7,L11 8,L12 0,L12 2,L12 4,L12 5,L12 6,L12 7,L12 8,L12 9,L13 0,L13 1,L13 2,L13 3,L13 4,L13 5,L13 6,L13 7,L13 8,L13 9,L14 0,L14 1,L14 2,L14 3,L14 5,L14 6,L14 7,L14 8,L14 9,L15 0,L15 1,L15 2,L15 3,L15 4,L15 5,L15 6,L15 7,L15 8,L15 9,L16 1,L16 2,L16 3,L16 4,L16 6,L16 7,L16 8,L16 9,L17 0,L17 1,L17 2,L17 3,L17 4,L17 5,L17 6,L17 7,L17 8,L17 9,L18 0,L18 1,L18 2,L18 3,L18 4,L18 5,L18 6,L18 7,L18 8,L18 9,L19 0,L19 1,L19 2,L19 3,L19 4,L19 7,L19 8,L19 9,L2 0,L2 2,L2 4,L2 5,L2 6,L2 7,L2 8,L21 0,L21 1,L21 2,L21 3,L21 4,L21 5,L21 6,L21 7,L21 8,L21 9,L22 1,L22 2,L22 3,L22 4,L22 5,L22 6,L22 7,L22 9,L23 0,L23 1,L23 2,L23 3,L23 4,L23 5,L23 6,L23 7,L23 8,L23 9,L24 0,L24 1,L24 2,L24 3,L24 4,L24 5,L24 6,L24 7,L24 9,L25 0,L25 1,L25 2,L25 3,L25 4,L25 5,L25 6,L25 7,L25 8,L25 9,L26 0,L26 1,L26 6,L26 7,L26 9,L27 4,L27 5,L27 7,L27 8,L28 1,L28 3,L28 4,L28 5,L28 7,L28 8,L29 7,L29 9,L3 0,L3 1,L3 2,L3 3,L3 4,L3 5,L3 6,L3 7,L3 8,L3 9,L31 0,L31 1,L31 2,L31 3,L31 4,L31 5,L31 6,L31 7,L31 8,L31 9,L32 0,L32 1,L32 2,L32 3,L32 4,L32 5,L32 6,L32 8,L32 9,L33 1,L33 2,L33 4,L33 6,L33 7,L33 8,L33 9,L36 0,L36 1,L36 2,L36 3,L36 4,L36 5,L36 6,L36 7,L36 8,L36 9,L37 1,L37 2,L37 3,L37 4,L37 6,L37 7,L37 8,L38 9,L4 0,L4 1,L4 2,L4 3,L4 4,L4 5,L4 6,L4 7,L4 8,L4 9,L5 0,L5 1,L5 2,L5 3,L5 4,L5 6,L5 7,L5 9,L6 0,L6 1,L6 2,L6 3,L6 4,L6 5,L6 6,L6 8,L6 9,L7 0,L7 1,L7 2,L7 3,L7 5,L7 6,L7 7,L7 8,L7 9,L8 0,L8 1,L8 2,L8 3,L8 4,L8 5,L8 6,L8 7,L8 8,L8 9,L9 0,L9 1,L9 2,L9 3,L9 4,L9 5,L9 6,L9 7,L9 8,L9 9
Liversedge|WF15 6,WF15 7,WF15 8
Llanarth|SA47 0
Llanbedr|LL45 2
Llanbrynmair|SY19 7
Llandeilo|SA19 6,SA19 7
Llandovery|SA20 0
Llandrindod Wells|LD1 5,LD1 6
Llandudno Junction|LL31 9
Llandudno|LL30 1,LL30 2,LL30 3
Llandysul|SA44 4,SA44 5,SA44 6
Llanelli|SA14 6,SA14 7,SA14 8,SA14 9,SA15 1,SA15 2,SA15 3,SA15 4,SA15 5
Llanfairfechan|LL33 0
Llanfairpwllgwyngyll|LL61 5,LL61 6
Llanfechain|SY22 6
Llanfyllin|SY22 5
Llanfyrnach|SA35 0
Llangadog|SA19 9
Llangammarch Wells|LD4 4
Llangefni|LL77 7,LL77 8
Llangollen|LL20 7,LL20 8
Llanidloes|SY18 6
Llannerch-y-Medd|LL71 7,LL71 8
Llanon|SY23 5
Llanrhystud|SY23 5
Llanrwst|LL26 0
Llansantffraid|SY22 6
Llantwit Major|CF61 1,CF61 2
Llanwrda|SA19 8
Llanwrtyd Wells|LD5 4
Llanybydder|SA40 9
Llanymynech|SY22 6
Llwyngwril|LL37 2
London|E1 0,E1 1,E1 2,E1 3,E1 4,E1 5,E1 6,E1 7,E1 8,E10 5,E10 6,E10 7,E11 1,E11 2,E11 3,E11 4,E12 5,E12 6,E13 0,E13 8,E13 9,E14 0,E14 2,E14 3,E14 4,E14 5,E14 6,E14 7,E14 8,E14 9,E15 1,E15 2,E15 3,E15 4,E16 1,E16 2,E16 3,E16 4,E17 3,E17 4,E17 5,E17 6,E17 7,E17 8,E17 9,E18 1,E18 2,E1W 1,E1W 2,E1W 3,E2 0,E2 6,E2 7,E2 8,E2 9,E20 1,E3 2,E3 3,E3 4,E3 5,E4 6,E4 7,E4 8,E4 9,E5 0,E5 8,E5 9,E6 1,E6 2,E6 3,E6 5,E6 6,E7 0,E7 8,E7 9,E8 1,E8 2,E8 3,E8 4,E9 5,E9 6,E9 7,EC1A 7,EC1A 9,EC1M 4,EC1M 6,EC1N 2,EC1N 7,EC1N 8,EC1R 0,EC1R 1,EC1R 4,EC1V 0,EC1V 2,EC1V 3,EC1V 7,EC1V 8,EC1Y 8,EC2A 3,EC2V 8,EC2Y 8,EC2Y 9,EC3A 5,EC3A 7,EC3N 1,EC3R 6,EC3R 8,EC3V 3,EC3V 9,EC4A 1,EC4A 2,EC4N 1,EC4N 7,EC4N 8,EC4V 3,EC4V 5,EC4Y 1,N1 0,N1 1,N1 2,N1 3,N1 4,N1 5,N1 6,N1 7,N1 8,N1 9,N10 1,N10 2,N10 3,N11 1,N11 2,N11 3,N12 0,N12 7,N12 8,N12 9,N13 4,N13 5,N13 6,N14 4,N14 5,N14 7,N15 3,N15 4,N15 5,N15 6,N16 0,N16 5,N16 6,N16 7,N16 8,N16 9,N17 0,N17 6,N17 7,N17 8,N17 9,N18 1,N18 2,N19 3,N19 4,N19 5,N1C 4,N2 0,N2 8,N2 9,N20 0,N20 8,N20 9,N21 1,N21 2,N21 3,N22 5,N22 6,N22 7,N22 8,N3 1,N3 2,N3 3,N4 1,N4 2,N4 3,N4 4,N5 1,N5 2,N6 4,N6 5,N6 6,N7 0,N7 6,N7 7,N7 8,N7 9,N8 0,N8 7,N8 8,N8 9,N9 0,N9 7,N9 8,N9 9,NW1 0,NW1 1,NW1 2,NW1 3,NW1 4,NW1 5,NW1 6,NW1 7,NW1 8,NW1 9,NW10 0,NW10 1,NW10 2,NW10 3,NW10 4,NW10 5,NW10 6,NW10 7,NW10 8,NW10 9,NW11 0,NW11 6,NW11 7,NW11 8,NW11 9,NW2 1,NW2 2,NW2 3,NW2 4,NW2 5,NW2 6,NW2 7,NW3 1,NW3 2,NW3 3,NW3 4,NW3 5,NW3 6,NW3 7,NW4 1,NW4 2,NW4 3,NW4 4,NW5 1,NW5 2,NW5 3,NW5 4,NW6 1,NW6 2,NW6 3,NW6 4,NW6 5,NW6 6,NW6 7,NW7 1,NW7 2,NW7 3,NW7 4,NW8 0,NW8 6,NW8 7,NW8 8,NW8 9,NW9 0,NW9 4,NW9 5,NW9 6,NW9 7,NW9 8,NW9 9,SE1 0,SE1 1,SE1 2,SE1 3,SE1 4,SE1 5,SE1 6,SE1 7,SE1 8,SE1 9,SE10 0,SE10 8,SE10 9,SE11 4,SE11 5,SE11 6,SE12 0,SE12 8,SE12 9,SE13 5,SE13 6,SE13 7,SE14 5,SE14 6,SE15 1,SE15 2,SE15 3,SE15 4,SE15 5,SE15 6,SE16 2,SE16 3,SE16 4,SE16 5,SE16 6,SE16 7,SE17 1,SE17 2,SE17 3,SE18 1,SE18 2,SE18 3,SE18 4,SE18 5,SE18 6,SE18 7,SE19 1,SE19 2,SE19 3,SE2 0,SE2 9,SE20 7,SE20 8,SE21 7,SE21 8,SE22 0,SE22 8,SE22 9,SE23 1,SE23 2,SE23 3,SE24 0,SE24 9,SE25 4,SE25 5,SE25 6,SE26 4,SE26 5,SE26 6,SE27 0,SE27 9,SE28 0,SE28 8,SE3 0,SE3 7,SE3 8,SE3 9,SE4 1,SE4 2,SE5 0,SE5 7,SE5 8,SE5 9,SE6 1,SE6 2,SE6 3,SE6 4,SE7 7,SE7 8,SE8 3,SE8 4,SE8 5,SE9 1,SE9 2,SE9 3,SE9 4,SE9 5,SE9 6,SW10 0,SW10 9,SW11 1,SW11 2,SW11 3,SW11 4,SW11 5,SW11 6,SW11 7,SW11 8,SW12 0,SW12 8,SW12 9,SW13 0,SW13 9,SW14 7,SW14 8,SW15 1,SW15 2,SW15 3,SW15 4,SW15 5,SW15 6,SW16 1,SW16 2,SW16 3,SW16 4,SW16 5,SW16 6,SW17 0,SW17 6,SW17 7,SW17 8,SW17 9,SW18 1,SW18 2,SW18 3,SW18 4,SW18 5,SW19 1,SW19 2,SW19 3,SW19 4,SW19 5,SW19 6,SW19 7,SW19 8,SW1E 5,SW1E 6,SW1H 0,SW1P 1,SW1P 2,SW1P 3,SW1P 4,SW1V 1,SW1V 2,SW1V 3,SW1V 4,SW1W 0,SW1W 8,SW1W 9,SW1X 0,SW1X 7,SW1X 8,SW1X 9,SW1Y 4,SW2 1,SW2 2,SW2 3,SW2 4,SW2 5,SW20 0,SW20 8,SW20 9,SW3 1,SW3 2,SW3 3,SW3 4,SW3 5,SW3 6,SW4 0,SW4 6,SW4 7,SW4 8,SW4 9,SW5 0,SW5 9,SW6 1,SW6 2,SW6 3,SW6 4,SW6 5,SW6 6,SW6 7,SW7 1,SW7 2,SW7 3,SW7 4,SW7 5,SW8 1,SW8 2,SW8 3,SW8 4,SW9 0,SW9 6,SW9 7,SW9 8,SW9 9,W10 4,W10 5,W10 6,W11 1,W11 2,W11 3,W11 4,W12 0,W12 7,W12 8,W12 9,W13 0,W13 8,W13 9,W14 0,W14 8,W14 9,W1B 1,W1B 5,W1D 3,W1D 4,W1F 7,W1F 8,W1F 9,W1G 0,W1G 8,W1G 9,W1H 1,W1H 4,W1H 5,W1H 6,W1H 7,W1J 5,W1J 6,W1J 7,W1J 8,W1K 3,W1K 7,W1S 1,W1S 2,W1S 3,W1S 4,W1T 1,W1T 2,W1T 3,W1T 4,W1T 6,W1U 1,W1U 2,W1U 3,W1U 4,W1U 5,W1U 6,W1U 7,W1W 7,W1W 8,W2 1,W2 2,W2 3,W2 4,W2 5,W2 6,W3 0,W3 6,W3 7,W3 8,W3 9,W4 1,W4 2,W4 3,W4 4,W4 5,W5 1,W5 2,W5 3,W5 4,W5 5,W6 0,W6 7,W6 8,W6 9,W7 1,W7 2,W7 3,W8 4,W8 5,W8 6,W8 7,W9 1,W9 2,W9 3,WC1B 3,WC1H 0,WC1H 9,WC1N 3,WC1R 4,WC1V 6,WC1V 7,WC1X 0,WC1X 8,WC1X 9,WC2A 1,WC2B 5,WC2E 7,WC2H 7,WC2H 8,WC2H 9,WC2R 0,WC2R 1,WC2R 3
Longfield|DA3 7,DA3 8
Longhope|GL17 0
Looe|PL13 1,PL13 2
Lostwithiel|PL22 0
Loughborough|LE11 1,LE11 2,LE11 3,LE11 4,LE11 5,LE12 5,LE12 6,LE12 7,LE12 8,LE12 9
Loughton|IG10 1,IG10 2,IG10 3,IG10 4
Louth|LN11 0,LN11 7,LN11 8,LN11 9
Lowestoft|NR32 1,NR32 2,NR32 3,NR32 4,NR32 5,NR33 0,NR33 7,NR33 8,NR33 9
Ludlow|SY8 1,SY8 2,SY8 3,SY8 4
Luton|LU1 1,LU1 2,LU1 3,LU1 4,LU1 5,LU2 0,LU2 7,LU2 8,LU2 9,LU3 1,LU3 2,LU3 3,LU3 4,LU4 0,LU4 8,LU4 9
Lutterworth|LE17 4,LE17 5,LE17 6
Lydbrook|GL17 9
Lydbury North|SY7 8
Lydney|GL15 4,GL15 5,GL15 6
Lyme Regis|DT7 3
Lymington|SO41 0,SO41 3,SO41 5,SO41 6,SO41 8,SO41 9
Lymm|WA13 0,WA13 9
Lyndhurst|SO43 7
Lynmouth|EX35 6
Lynton|EX35 6
Lytham St Annes|FY8 1,FY8 2,FY8 3,FY8 4,FY8 5
Mablethorpe|LN12 1,LN12 2
Macclesfield|SK10 1,SK10 2,SK10 3,SK10 4,SK10 5,SK11 0,SK11 6,SK11 7,SK11 8,SK11 9
Machynlleth|SY20 8,SY20 9
Maesteg|CF34 0,CF34 9
Maidenhead|SL6 0,SL6 1,SL6 2,SL6 3,SL6 4,SL6 5,SL6 6,SL6 7,SL6 8,SL6 9
Maidstone|ME14 1,ME14 2,ME14 3,ME14 4,ME14 5,ME15 0,ME15 6,ME15 7,ME15 8,ME15 9,ME16 0,ME16 8,ME16 9,ME17 1,ME17 2,ME17 3,ME17 4,ME18 5,ME18 6
Maldon|CM9 4,CM9 5,CM9 6,CM9 8
Malmesbury|NE20 0,SN16 0,SN16 9
Malpas|SY14 7,SY14 8
Malton|YO17 6,YO17 7,YO17 8,YO17 9
Malvern|WR13 5,WR13 6,WR14 1,WR14 2,WR14 3,WR14 4
Manchester|M1 1,M1 2,M1 3,M1 4,M1 5,M1 6,M1 7,M11 1,M11 2,M11 3,M11 4,M12 4,M12 5,M12 6,M13 0,M13 9,M14 4,M14 5,M14 6,M14 7,M15 4,M15 5,M15 6,M16 0,M16 7,M16 8,M16 9,M17 1,M18 7,M18 8,M19 1,M19 2,M19 3,M2 2,M2 3,M2 7,M20 1,M20 2,M20 3,M20 4,M20 5,M20 6,M21 0,M21 7,M21 8,M21 9,M22 0,M22 1,M22 4,M22 5,M22 8,M22 9,M23 0,M23 1,M23 2,M23 9,M24 1,M24 2,M24 4,M24 5,M24 6,M25 0,M25 1,M25 2,M25 3,M25 9,M26 1,M26 2,M26 3,M26 4,M27 0,M27 4,M27 5,M27 6,M27 8,M27 9,M28 0,M28 1,M28 2,M28 3,M28 7,M29 7,M29 8,M3 1,M3 2,M3 3,M3 4,M30 0,M30 7,M30 8,M30 9,M31 4,M32 0,M32 8,M32 9,M34 2,M34 3,M34 5,M34 6,M34 7,M35 0,M35 9,M38 0,M38 9,M4 1,M4 2,M4 4,M4 5,M4 6,M4 7,M40 0,M40 1,M40 2,M40 3,M40 5,M40 7,M40 8,M40 9,M41 0,M41 5,M41 6,M41 7,M41 8,M41 9,M43 6,M43 7,M44 5,M44 6,M45 6,M45 7,M45 8,M46 0,M46 9,M8 0,M8 4,M8 5,M8 8,M8 9,M9 0,M9 4,M9 5,M9 6,M9 7,M9 8
Manningtree|CO11 1,CO11 2
Mansfield|NG18 1,NG18 2,NG18 3,NG18 4,NG18 5,NG19 0,NG19 6,NG19 7,NG19 8,NG19 9,NG20 0,NG20 8,NG20 9,NG21 0,NG21 9
Marazion|TR17 0
March|PE15 0,PE15 8,PE15 9
Margate|CT9 1,CT9 2,CT9 3,CT9 4,CT9 5
Marianglas|LL73 8
Market Drayton|TF9 1,TF9 2,TF9 3,TF9 4
Market Harborough|LE16 7,LE16 8,LE16 9
Market Rasen|LN7 6,LN8 2,LN8 3,LN8 5,LN8 6
Markfield|LE67 9
Marlborough|SN8 1,SN8 2,SN8 3,SN8 4
Marlow|SL7 1,SL7 2,SL7 3
Martock|TA12 6
Maryport|CA15 6,CA15 7,CA15 8
Matlock|DE4 2,DE4 3,DE4 4,DE4 5
Mayfield|TN20 6
Meifod|SY22 6
Melksham|SN12 6,SN12 7,SN12 8
Melton Constable|NR24 2
Melton Mowbray|LE13 0,LE13 1,LE14 2,LE14 3,LE14 4
Menai Bridge|LL59 5
Merriott|TA16 5
Merthyr Tydfil|CF47 0,CF47 8,CF47 9,CF48 1,CF48 2,CF48 3,CF48 4
Mexborough|S64 0,S64 5,S64 8,S64 9
Middlesbrough|TS1 2,TS1 3,TS1 4,TS1 5,TS2 1,TS3 0,TS3 6,TS3 7,TS3 8,TS3 9,TS4 2,TS4 3,TS5 4,TS5 5,TS5 6,TS5 7,TS5 8,TS6 0,TS6 6,TS6 7,TS6 8,TS6 9,TS7 0,TS7 8,TS7 9,TS8 0,TS8 9,TS9 5,TS9 6,TS9 7
Middlewich|CW10 0,CW10 9
Midhurst|GU29 0,GU29 9
Milford Haven|SA73 1,SA73 2,SA73 3
Millom|LA18 4,LA18 5,LA19 5
Milnthorpe|LA7 7
Milton Keynes|MK1 1,MK10 7,MK10 9,MK11 1,MK11 2,MK11 4,MK12 5,MK12 6,MK13 0,MK13 7,MK13 8,MK13 9,MK14 5,MK14 6,MK14 7,MK15 8,MK15 9,MK17 0,MK17 8,MK17 9,MK19 6,MK19 7,MK2 2,MK2 3,MK3 5,MK3 6,MK3 7,MK4 1,MK4 2,MK4 3,MK4 4,MK5 6,MK5 7,MK5 8,MK6 2,MK6 3,MK6 4,MK6 5,MK7 6,MK7 7,MK7 8,MK8 0,MK8 1,MK8 8,MK8 9,MK9 2,MK9 3,MK9 4
Minehead|TA24 5,TA24 6,TA24 7,TA24 8
Mirfield|WF14 0,WF14 8,WF14 9
Mitcham|CR4 1,CR4 2,CR4 3,CR4 4
Mitcheldean|GL17 0
Moelfre|LL72 8
Mold|CH7 1,CH7 4,CH7 5,CH7 6
Monmouth|NP25 3,NP25 4,NP25 5
Montgomery|SY15 6
Moor Row|CA24 3
Morden|SM4 4,SM4 5,SM4 6
Morecambe|LA3 1,LA3 2,LA3 3,LA4 4,LA4 5,LA4 6
Moreton-in-Marsh|GL56 0,GL56 9
Morpeth|NE61 1,NE61 2,NE61 3,NE61 4,NE61 5,NE61 6,NE65 0,NE65 7,NE65 8,NE65 9
Mountain Ash|CF45 3,CF45 4
Much Hadham|SG10 6
Much Wenlock|TF13 6
Nantwich|CW5 5,CW5 6,CW5 7,CW5 8
Narberth|SA67 7,SA67 8
Neath|SA10 6,SA10 7,SA10 8,SA10 9,SA11 1,SA11 2,SA11 3,SA11 4,SA11 5
Nelson|BB9 0,BB9 5,BB9 6,BB9 7,BB9 8,BB9 9
Neston|CH64 0,CH64 1,CH64 2,CH64 3,CH64 4,CH64 5,CH64 6,CH64 7,CH64 9
New Malden|KT3 3,KT3 4,KT3 5,KT3 6
New Milton|BH25 5,BH25 6,BH25 7
New Quay|SA45 9
New Romney|TN28 8
New Tredegar|NP24 6
Newark|NG22 0,NG22 8,NG22 9,NG23 5,NG23 6,NG23 7,NG24 1,NG24 2,NG24 3,NG24 4
Newbiggin-by-the-Sea|NE64 6
Newbury|RG14 1,RG14 2,RG14 3,RG14 5,RG14 6,RG14 7,RG20 0,RG20 4,RG20 5,RG20 6,RG20 7,RG20 8,RG20 9
Newcastle Emlyn|SA38 9
Newcastle upon Tyne|NE1 1,NE1 2,NE1 3,NE1 4,NE1 5,NE1 6,NE1 7,NE1 8,NE12 5,NE12 6,NE12 7,NE12 8,NE12 9,NE13 6,NE13 7,NE13 8,NE13 9,NE15 0,NE15 6,NE15 7,NE15 8,NE15 9,NE16 3,NE16 4,NE16 5,NE16 6,NE17 7,NE18 0,NE19 1,NE19 2,NE2 1,NE2 2,NE2 3,NE2 4,NE20 9,NE27 0,NE3 1,NE3 2,NE3 3,NE3 4,NE3 5,NE4 5,NE4 6,NE4 7,NE4 8,NE4 9,NE5 1,NE5 2,NE5 3,NE5 4,NE5 5,NE6 1,NE6 2,NE6 3,NE6 4,NE6 5,NE7 7
Newcastle|NE5 4,ST5 0,ST5 1,ST5 2,ST5 3,ST5 4,ST5 5,ST5 6,ST5 7,ST5 8,ST5 9
Newent|GL18 1
Newhaven|BN9 0,BN9 9
Newmarket|CB8 0,CB8 7,CB8 8,CB8 9
Newnham|GL14 1
Newport Pagnell|MK16 0,MK16 8,MK16 9
Newport|NP10 0,NP10 8,NP10 9,NP11 3,NP11 4,NP11 5,NP11 6,NP11 7,NP18 1,NP18 2,NP18 3,NP19 0,NP19 4,NP19 7,NP19 8,NP19 9,NP20 1,NP20 2,NP20 3,NP20 4,NP20 5,NP20 6,NP20 7,PO30 1,PO30 2,PO30 4,PO30 5,SA42 0,TF10 7,TF10 8,TF10 9
Newquay|TR7 1,TR7 2,TR7 3,TR8 4,TR8 5
Newton Abbot|TQ12 1,TQ12 2,TQ12 3,TQ12 4,TQ12 5,TQ12 6,TQ13 0,TQ13 7,TQ13 8,TQ13 9
Newton Aycliffe|DL5 4,DL5 5,DL5 6,DL5 7
Newton-le-Willows|WA12 0,WA12 8,WA12 9
Newtown|SY16 1,SY16 2,SY16 3,SY16 4
Normanton|WF6 1,WF6 2
North Ferriby|HU14 3
North Shields|NE29 0,NE29 6,NE29 7,NE29 8,NE29 9,NE30 1,NE30 2,NE30 3,NE30 4
North Tawton|EX20 2
North Walsham|NR28 0,NR28 9
Northallerton|DL6 1,DL6 2,DL6 3,DL7 0,DL7 8,DL7 9
Northampton|NN1 1,NN1 2,NN1 3,NN1 4,NN1 5,NN2 6,NN2 7,NN2 8,NN3 2,NN3 3,NN3 5,NN3 6,NN3 7,NN3 8,NN3 9,NN4 0,NN4 5,NN4 6,NN4 7,NN4 8,NN4 9,NN5 4,NN5 5,NN5 6,NN5 7,NN6 0,NN6 6,NN6 7,NN6 8,NN6 9,NN7 1,NN7 2,NN7 3,NN7 4
Northolt|UB5 4,UB5 5,UB5 6
Northwich|CW8 1,CW8 2,CW8 3,CW8 4,CW9 5,CW9 6,CW9 7,CW9 8
Northwood|HA6 1,HA6 2,HA6 3
Norwich|NR1 1,NR1 2,NR1 3,NR1 4,NR10 3,NR10 4,NR10 5,NR11 6,NR11 7,NR11 8,NR12 0,NR12 7,NR12 8,NR12 9,NR13 3,NR13 4,NR13 5,NR13 6,NR14 6,NR14 7,NR14 8,NR15 1,NR15 2,NR16 1,NR16 2,NR2 1,NR2 2,NR2 3,NR2 4,NR3 1,NR3 2,NR3 3,NR3 4,NR4 6,NR4 7,NR5 0,NR5 8,NR5 9,NR6 5,NR6 6,NR6 7,NR7 0,NR7 8,NR7 9,NR8 5,NR8 6,NR9 3,NR9 4,NR9 5
Nottingham|NG1 1,NG1 2,NG1 3,NG1 4,NG1 5,NG1 6,NG1 7,NG10 1,NG10 2,NG10 3,NG10 4,NG10 5,NG11 0,NG11 6,NG11 7,NG11 8,NG11 9,NG12 1,NG12 2,NG12 3,NG12 4,NG12 5,NG13 0,NG13 8,NG13 9,NG14 5,NG14 6,NG14 7,NG15 0,NG15 6,NG15 7,NG15 8,NG15 9,NG16 1,NG16 2,NG16 3,NG16 4,NG16 5,NG16 6,NG17 7,NG17 8,NG17 9,NG2 1,NG2 2,NG2 3,NG2 4,NG2 5,NG2 6,NG2 7,NG3 1,NG3 2,NG3 3,NG3 4,NG3 5,NG3 6,NG3 7,NG4 1,NG4 2,NG4 3,NG4 4,NG5 1,NG5 2,NG5 3,NG5 4,NG5 5,NG5 6,NG5 7,NG5 8,NG5 9,NG6 0,NG6 7,NG6 8,NG6 9,NG7 1,NG7 2,NG7 3,NG7 4,NG7 5,NG7 6,NG7 7,NG8 1,NG8 2,NG8 3,NG8 4,NG8 5,NG8 6,NG9 1,NG9 2,NG9 3,NG9 4,NG9 5,NG9 6,NG9 7,NG9 8
Nuneaton|CV10 0,CV10 7,CV10 8,CV10 9,CV11 4,CV11 5,CV11 6,CV13 0,CV13 6
Oakham|LE15 6,LE15 7,LE15 8,LE15 9
Okehampton|EX20 1,EX20 2,EX20 3,EX20 4
Oldbury|B68 0,B68 8,B68 9,B69 1,B69 2,B69 3,B69 4
Oldham|OL1 1,OL1 2,OL1 3,OL1 4,OL2 5,OL2 6,OL2 7,OL2 8,OL3 5,OL3 6,OL3 7,OL4 1,OL4 2,OL4 3,OL4 4,OL4 5,OL8 1,OL8 2,OL8 3,OL8 4,OL9 0,OL9 6,OL9 7,OL9 8,OL9 9
Olney|MK46 4,MK46 5
Ongar|CM5 0,CM5 9
Ormskirk|L39 0,L39 1,L39 2,L39 3,L39 4,L39 5,L39 6,L39 7,L40 0,L40 1,L40 2,L40 4,L40 5,L40 6,L40 7,L40 8,L40 9
Orpington|BR5 1,BR5 2,BR5 3,BR5 4,BR6 0,BR6 6,BR6 7,BR6 8,BR6 9
Ossett|WF5 0,WF5 8,WF5 9
Oswestry|SY10 0,SY10 7,SY10 8,SY10 9,SY11 1,SY11 2,SY11 3,SY11 4
Otley|LS21 1,LS21 2,LS21 3
Ottery St Mary|EX11 1
Oxford|OX1 1,OX1 2,OX1 4,OX1 5,OX2 0,OX2 6,OX2 7,OX2 8,OX2 9,OX3 0,OX3 7,OX3 8,OX3 9,OX33 1,OX4 1,OX4 2,OX4 3,OX4 4,OX4 6,OX4 7,OX44 7
Oxted|RH8 0,RH8 9
Padstow|PL28 8
Paignton|TQ3 1,TQ3 2,TQ3 3,TQ4 5,TQ4 6,TQ4 7
Par|PL24 2
Peacehaven|BN10 7,BN10 8
Pembroke Dock|SA72 4,SA72 6
Pembroke|SA71 4,SA71 5
Penarth|CF64 1,CF64 2,CF64 3,CF64 5
Pencader|SA39 9
Penmaenmawr|LL34 6
Penrhyndeudraeth|LL48 6
Penrith|CA10 1,CA10 2,CA10 3,CA11 0,CA11 7,CA11 8,CA11 9
Penryn|TR10 8,TR10 9
Pentraeth|LL75 8
Pentre|CF41 7
Penysarn|LL69 9
Penzance|TR18 2,TR18 3,TR18 4,TR18 5,TR19 6,TR19 7,TR20 8,TR20 9
Perranporth|TR6 0
Pershore|WR10 1,WR10 2,WR10 3
Peterborough|PE1 1,PE1 2,PE1 3,PE1 4,PE1 5,PE2 5,PE2 6,PE2 7,PE2 8,PE2 9,PE3 6,PE3 7,PE3 8,PE3 9,PE4 5,PE4 6,PE4 7,PE5 7,PE6 0,PE6 7,PE6 8,PE6 9,PE7 0,PE7 1,PE7 2,PE7 3,PE7 8,PE8 4,PE8 5,PE8 6
Peterlee|SR8 1,SR8 2,SR8 3,SR8 4,SR8 5
Petersfield|GU31 4,GU31 5,GU32 1,GU32 2,GU32 3
Petworth|GU28 0,GU28 9
Pevensey|BN24 5,BN24 6
Pewsey|SN9 5
Pickering|YO18 7,YO18 8
Pinner|HA5 1,HA5 2,HA5 3,HA5 4,HA5 5
Plymouth|PL1 2,PL1 3,PL1 4,PL1 5,PL2 1,PL2 2,PL2 3,PL3 4,PL3 5,PL3 6,PL4 0,PL4 6,PL4 7,PL4 8,PL4 9,PL5 1,PL5 2,PL5 3,PL5 4,PL6 5,PL6 6,PL6 7,PL6 8,PL7 1,PL7 2,PL7 4,PL7 5,PL8 1,PL8 2,PL9 0,PL9 7,PL9 8,PL9 9
Polegate|BN26 5,BN26 6
Pontefract|WF7 5,WF7 6,WF7 7,WF8 1,WF8 2,WF8 3,WF8 4,WF9 1,WF9 2,WF9 3,WF9 4,WF9 5
Pontyclun|CF72 8,CF72 9
Pontypool|NP4 0,NP4 5,NP4 6,NP4 7,NP4 8,NP4 9
Pontypridd|CF37 1,CF37 2,CF37 3,CF37 4,CF37 5,CF38 1,CF38 2
Poole|BH12 1,BH12 2,BH12 3,BH12 4,BH12 5,BH13 6,BH13 7,BH14 0,BH14 8,BH14 9,BH15 1,BH15 2,BH15 3,BH15 4,BH16 5,BH16 6,BH17 7,BH17 8,BH17 9
Port Isaac|PL29 3
Port Talbot|SA12 6,SA12 7,SA12 8,SA12 9,SA13 1,SA13 2,SA13 3
Porthcawl|CF36 3,CF36 5
Porthmadog|LL49 9
Porth|CF39 0,CF39 8,CF39 9
Portland|DT5 1,DT5 2
Portsmouth|PO1 1,PO1 2,PO1 3,PO1 4,PO1 5,PO2 0,PO2 7,PO2 8,PO2 9,PO3 5,PO3 6,PO6 1,PO6 2,PO6 3,PO6 4
Potters Bar|EN6 1,EN6 2,EN6 3,EN6 4,EN6 5
Poulton-le-Fylde|FY6 0,FY6 7,FY6 8,FY6 9
Prenton|CH43 0,CH43 1,CH43 2,CH43 3,CH43 4,CH43 5,CH43 6,CH43 7,CH43 9
Prescot|L34 0,L34 1,L34 2,L34 3,L34 5,L34 6,L34 9,L35 0,L35 1,L35 2,L35 3,L35 4,L35 5,L35 6,L35 7,L35 8,L35 9
Prestatyn|LL19 7,LL19 8,LL19 9
Presteigne|LD8 2
Preston|PR1 0,PR1 1,PR1 2,PR1 3,PR1 4,PR1 5,PR1 6,PR1 7,PR1 8,PR1 9,PR2 1,PR2 2,PR2 3,PR2 5,PR2 6,PR2 7,PR2 8,PR2 9,PR3 0,PR3 1,PR3 2,PR3 3,PR3 5,PR3 6,PR4 0,PR4 1,PR4 2,PR4 3,PR4 4,PR4 5,PR4 6,PR5 0,PR5 4,PR5 5,PR5 6,PR5 8
Princes Risborough|HP27 0,HP27 9
Prudhoe|NE42 5,NE42 6
Pudsey|LS28 5,LS28 6,LS28 7,LS28 8,LS28 9
Pulborough|RH20 1,RH20 2,RH20 3,RH20 4
Purfleet|RM19 1
Purley|CR8 1,CR8 2,CR8 3,CR8 4
Pwllheli|LL53 5,LL53 6,LL53 7,LL53 8
Queenborough|ME11 5
Radlett|WD7 7,WD7 8,WD7 9
Radstock|BA3 2,BA3 3,BA3 4,BA3 5
Rainham|RM13 7,RM13 8,RM13 9
Ramsgate|CT11 0,CT11 7,CT11 8,CT11 9,CT12 4,CT12 5,CT12 6
Ravenglass|CA18 1
Rayleigh|SS6 7,SS6 8,SS6 9
Reading|RG1 1,RG1 2,RG1 3,RG1 4,RG1 5,RG1 6,RG1 7,RG10 0,RG10 8,RG10 9,RG2 0,RG2 6,RG2 7,RG2 8,RG2 9,RG30 1,RG30 2,RG30 3,RG30 4,RG30 6,RG31 4,RG31 5,RG31 6,RG31 7,RG4 5,RG4 6,RG4 7,RG4 8,RG4 9,RG5 3,RG5 4,RG6 1,RG6 3,RG6 4,RG6 5,RG6 7,RG7 1,RG7 2,RG7 3,RG7 4,RG7 5,RG7 6,RG7 8,RG8 0,RG8 7,RG8 8,RG8 9
Redcar|TS10 1,TS10 2,TS10 3,TS10 4,TS10 5,TS11 6,TS11 7,TS11 8
Redditch|B96 6,B97 4,B97 5,B97 6,B98 0,B98 7,B98 8,B98 9
Redhill|RH1 1,RH1 2,RH1 3,RH1 4,RH1 5,RH1 6
Redruth|TR15 1,TR15 2,TR15 3,TR16 4,TR16 5,TR16 6
Reigate|RH2 0,RH2 7,RH2 8,RH2 9
Retford|DN22 0,DN22 6,DN22 7,DN22 8,DN22 9
Rhayader|LD6 5
Rhosneigr|LL64 5
Rhyl|LL18 1,LL18 2,LL18 3,LL18 4,LL18 5,LL18 6
Richmond|DL10 4,DL10 5,DL10 6,DL10 7,DL11 6,DL11 7,TW10 5,TW10 6,TW10 7,TW9 1,TW9 2,TW9 3,TW9 4
Rickmansworth|WD3 1,WD3 3,WD3 4,WD3 5,WD3 6,WD3 7,WD3 8,WD3 9
Riding Mill|NE44 6
Ringwood|BH24 1,BH24 2,BH24 3,BH24 4
Ripley|DE5 3,DE5 8,DE5 9
Ripon|HG4 1,HG4 2,HG4 3,HG4 4,HG4 5
Robertsbridge|TN32 5
Rochdale|OL11 1,OL11 2,OL11 3,OL11 4,OL11 5,OL12 0,OL12 6,OL12 7,OL12 8,OL12 9,OL16 1,OL16 2,OL16 3,OL16 4,OL16 5
Rochester|ME1 1,ME1 2,ME1 3,ME2 1,ME2 2,ME2 3,ME2 4,ME3 0,ME3 7,ME3 8,ME3 9
Rochford|SS4 1,SS4 2,SS4 3
Romford|RM1 1,RM1 2,RM1 3,RM1 4,RM2 5,RM2 6,RM3 0,RM3 7,RM3 8,RM3 9,RM4 1,RM5 2,RM5 3,RM6 4,RM6 5,RM6 6,RM7 0,RM7 7,RM7 8,RM7 9
Romney Marsh|TN29 0,TN29 9
Romsey|SO51 0,SO51 5,SO51 6,SO51 7,SO51 8,SO51 9
Ross-on-Wye|HR9 5,HR9 6,HR9 7
Rossendale|BB4 4,BB4 5,BB4 6,BB4 7,BB4 8,BB4 9
Rotherham|S60 2,S60 3,S60 4,S60 5,S60 8,S60 9,S61 1,S61 2,S61 3,S61 4,S62 5,S62 6,S62 7,S63 0,S63 6,S63 7,S63 8,S63 9,S65 1,S65 2,S65 3,S65 4,S66 1,S66 2,S66 3,S66 7,S66 8,S66 9
Rowland's Castle|PO9 6
Rowlands Gill|NE39 1,NE39 2
Rowley Regis|B65 0,B65 8,B65 9
Royston|SG8 0,SG8 5,SG8 6,SG8 7,SG8 8,SG8 9
Ruardean|GL17 9
Rugby|CV21 1,CV21 2,CV21 3,CV21 4,CV22 5,CV22 6,CV22 7,CV23 0,CV23 1,CV23 8,CV23 9
Rugeley|WS15 1,WS15 2,WS15 3,WS15 4
Ruislip|HA4 0,HA4 6,HA4 7,HA4 8,HA4 9
Runcorn|WA7 1,WA7 2,WA7 3,WA7 4,WA7 5,WA7 6
Rushden|NN10 0,NN10 6,NN10 8,NN10 9
Ruthin|LL15 1,LL15 2
Ryde|PO33 1,PO33 2,PO33 3,PO33 4
Rye|TN31 6,TN31 7
Ryton|NE40 3,NE40 4
Saffron Walden|CB10 1,CB10 2,CB11 3,CB11 4
Salcombe|TQ8 8
Sale|M33 2,M33 3,M33 4,M33 5,M33 6,M33 7
Salford|M3 5,M3 6,M3 7,M5 3,M5 4,M5 5,M50 1,M50 2,M50 3,M6 5,M6 6,M6 7,M6 8,M7 1,M7 2,M7 3,M7 4
Salisbury|SP1 1,SP1 2,SP1 3,SP2 0,SP2 7,SP2 8,SP2 9,SP3 4,SP3 5,SP3 6,SP4 0,SP4 6,SP4 7,SP4 8,SP4 9,SP5 1,SP5 2,SP5 3,SP5 4,SP5 5
Saltash|PL12 4,PL12 5,PL12 6
Saltburn-by-the-Sea|TS12 1,TS12 2,TS12 3,TS13 4,TS13 5
Sandbach|CW11 1,CW11 2,CW11 3,CW11 4
Sandhurst|GU47 0,GU47 8,GU47 9
Sandown|PO36 0,PO36 8,PO36 9
Sandwich|CT13 0,CT13 9
Sandy|SG19 1,SG19 2,SG19 3
Saundersfoot|SA69 9
Sawbridgeworth|CM21 0,CM21 9
Saxmundham|IP17 1,IP17 2,IP17 3
Scarborough|YO11 1,YO11 2,YO11 3,YO12 4,YO12 5,YO12 6,YO12 7,YO13 0,YO13 9
Scunthorpe|DN15 6,DN15 7,DN15 8,DN15 9,DN16 1,DN16 2,DN16 3,DN17 1,DN17 2,DN17 3,DN17 4
Seaford|BN25 1,BN25 2,BN25 3,BN25 4
Seaham|SR7 0,SR7 7,SR7 8,SR7 9
Seahouses|NE68 7
Seascale|CA20 1
Seaton|EX12 2,EX12 3
Seaview|PO34 5
Sedbergh|LA10 5
Selby|YO8 3,YO8 4,YO8 5,YO8 6,YO8 8,YO8 9
Settle|BD24 0,BD24 9
Sevenoaks|TN13 1,TN13 2,TN13 3,TN14 5,TN14 6,TN14 7,TN15 0,TN15 6,TN15 7,TN15 8,TN15 9
Shaftesbury|SP7 0,SP7 8,SP7 9
Shanklin|PO37 6,PO37 7
Sheerness|ME12 1,ME12 2,ME12 3,ME12 4
Sheffield|S1 1,S1 2,S1 4,S10 1,S10 3,S10 4,S10 5,S11 7,S11 8,S11 9,S12 2,S12 3,S12 4,S13 7,S13 8,S13 9,S14 1,S17 3,S17 4,S2 1,S2 2,S2 3,S2 4,S2 5,S20 1,S20 2,S20 3,S20 4,S20 5,S20 6,S20 7,S20 8,S21 1,S21 3,S21 4,S21 5,S25 1,S25 2,S25 3,S25 4,S25 5,S26 1,S26 2,S26 3,S26 4,S26 5,S26 6,S26 7,S3 7,S3 8,S3 9,S35 0,S35 1,S35 2,S35 3,S35 4,S35 7,S35 8,S35 9,S36 1,S36 2,S36 4,S36 6,S36 7,S36 8,S36 9,S4 7,S4 8,S5 0,S5 6,S5 7,S5 8,S5 9,S6 1,S6 2,S6 3,S6 4,S6 5,S6 6,S7 1,S7 2,S8 0,S8 7,S8 8,S8 9,S9 1,S9 2,S9 3,S9 4,S9 5
Shefford|SG17 5
Shepperton|TW17 0,TW17 8,TW17 9
Shepton Mallet|BA4 4,BA4 5,BA4 6
Sherborne|DT9 3,DT9 4,DT9 5,DT9 6
Sheringham|NR26 8
Shifnal|TF11 8,TF11 9
Shildon|DL4 1,DL4 2
Shipley|BD17 5,BD17 6,BD17 7,BD18 1,BD18 2,BD18 3,BD18 4
Shipston-on-Stour|CV36 4,CV36 5
Shoreham-by-Sea|BN43 5,BN43 6
Shrewsbury|SY1 1,SY1 2,SY1 3,SY1 4,SY2 5,SY2 6,SY3 0,SY3 5,SY3 6,SY3 7,SY3 8,SY3 9,SY4 1,SY4 2,SY4 3,SY4 4,SY4 5,SY5 0,SY5 6,SY5 7,SY5 8,SY5 9
Sidcup|DA14 4,DA14 5,DA14 6,DA15 7,DA15 8,DA15 9
Sidmouth|EX10 0,EX10 8,EX10 9
Sittingbourne|ME10 1,ME10 2,ME10 3,ME10 4,ME10 5,ME9 0,ME9 7,ME9 8,ME9 9
Skegness|PE24 4,PE24 5,PE25 1,PE25 2,PE25 3
Skelmersdale|WN8 0,WN8 6,WN8 8,WN8 9
Skipton|BD23 1,BD23 2,BD23 3,BD23 4,BD23 5,BD23 6
Sleaford|NG34 0,NG34 7,NG34 8,NG34 9
Slough|SL1 1,SL1 2,SL1 3,SL1 4,SL1 5,SL1 6,SL1 7,SL1 8,SL1 9,SL2 1,SL2 2,SL2 3,SL2 4,SL2 5,SL3 0,SL3 6,SL3 7,SL3 8,SL3 9
Smethwick|B66 1,B66 2,B66 3,B66 4,B67 5,B67 6,B67 7
Snodland|ME6 5
Solihull|B90 1,B90 2,B90 3,B90 4,B91 1,B91 2,B91 3,B92 0,B92 7,B92 8,B92 9,B93 0,B93 8,B93 9,B94 5,B94 6
Somerton|TA11 6,TA11 7
South Brent|TQ10 9
South Croydon|CR2 0,CR2 6,CR2 7,CR2 8,CR2 9
South Molton|EX36 3,EX36 4
South Ockendon|RM15 4,RM15 5,RM15 6
South Petherton|TA13 5
South Shields|NE33 1,NE33 2,NE33 3,NE33 4,NE33 5,NE34 0,NE34 6,NE34 7,NE34 8,NE34 9
Southall|UB1 1,UB1 2,UB1 3,UB2 4,UB2 5
Southampton|SO14 0,SO14 1,SO14 2,SO14 3,SO14 5,SO14 6,SO14 7,SO15 0,SO15 1,SO15 2,SO15 3,SO15 4,SO15 5,SO15 7,SO15 8,SO16 0,SO16 2,SO16 3,SO16 4,SO16 5,SO16 6,SO16 7,SO16 8,SO16 9,SO17 1,SO17 2,SO17 3,SO18 1,SO18 2,SO18 3,SO18 4,SO18 5,SO18 6,SO19 0,SO19 1,SO19 2,SO19 4,SO19 5,SO19 6,SO19 7,SO19 8,SO19 9,SO30 0,SO30 2,SO30 3,SO30 4,SO31 1,SO31 4,SO31 5,SO31 6,SO31 7,SO31 8,SO31 9,SO32 1,SO32 2,SO32 3,SO40 2,SO40 3,SO40 4,SO40 7,SO40 8,SO40 9,SO45 1,SO45 2,SO45 3,SO45 4,SO45 5,SO45 6,SO52 9
Southam|CV47 0,CV47 1,CV47 2,CV47 7,CV47 8,CV47 9
Southend-on-Sea|SS1 1,SS1 2,SS1 3,SS2 4,SS2 5,SS2 6,SS3 0,SS3 8,SS3 9
Southminster|CM0 7
Southport|PR8 1,PR8 2,PR8 3,PR8 4,PR8 5,PR8 6,PR9 0,PR9 7,PR9 8,PR9 9
Southsea|PO4 0,PO4 8,PO4 9,PO5 1,PO5 2,PO5 3,PO5 4
Southwell|NG25 0
Southwold|IP18 6
Sowerby Bridge|HX6 1,HX6 2,HX6 3,HX6 4
Spalding|PE11 1,PE11 2,PE11 3,PE11 4,PE12 0,PE12 6,PE12 7,PE12 8,PE12 9
Spennymoor|DL16 6,DL16 7
Spilsby|PE23 4,PE23 5
St Agnes|TR5 0
St Albans|AL1 1,AL1 2,AL1 3,AL1 4,AL1 5,AL2 1,AL2 2,AL2 3,AL3 4,AL3 5,AL3 6,AL3 7,AL3 8,AL4 0,AL4 8,AL4 9
St Asaph|LL17 0
St Austell|PL25 3,PL25 4,PL25 5,PL26 6,PL26 7,PL26 8
St Bees|CA27 0
St Columb|TR9 6
St Helens|WA10 1,WA10 2,WA10 3,WA10 4,WA10 5,WA10 6,WA11 0,WA11 7,WA11 8,WA11 9,WA9 1,WA9 2,WA9 3,WA9 4,WA9 5
St Ives|PE27 3,PE27 4,PE27 5,PE27 6,TR26 1,TR26 2,TR26 3
St Leonards-on-Sea|TN37 6,TN37 7,TN38 0,TN38 8,TN38 9
St Neots|PE19 1,PE19 2,PE19 5,PE19 6,PE19 7,PE19 8
Stafford|ST16 1,ST16 2,ST16 3,ST17 0,ST17 4,ST17 9,ST18 0,ST18 9,ST19 5,ST19 9,ST20 0,ST21 6
Staines-upon-Thames|TW18 1,TW18 2,TW18 3,TW18 4,TW19 5,TW19 6,TW19 7
Stalybridge|SK15 1,SK15 2,SK15 3
Stamford|PE9 1,PE9 2,PE9 3,PE9 4
Stanford-le-Hope|SS17 0,SS17 7,SS17 8,SS17 9
Stanley|DH9 0,DH9 6,DH9 7,DH9 8,DH9 9
Stanmore|HA7 1,HA7 2,HA7 3,HA7 4
Stansted|CM24 8
Stevenage|SG1 1,SG1 2,SG1 3,SG1 4,SG1 5,SG1 6,SG2 0,SG2 7,SG2 8,SG2 9
Steyning|BN44 3
Stockbridge|SO20 6,SO20 8
Stockport|SK1 1,SK1 2,SK1 3,SK1 4,SK12 1,SK12 2,SK2 5,SK2 6,SK2 7,SK3 0,SK3 8,SK3 9,SK4 1,SK4 2,SK4 3,SK4 4,SK4 5,SK5 6,SK5 7,SK5 8,SK6 1,SK6 2,SK6 3,SK6 4,SK6 5,SK6 6,SK6 7,SK6 8,SK7 1,SK7 2,SK7 3,SK7 4,SK7 5,SK7 6
Stocksfield|NE43 7
Stockton-on-Tees|TS16 0,TS16 9,TS17 0,TS17 5,TS17 6,TS17 7,TS17 8,TS17 9,TS18 1,TS18 2,TS18 3,TS18 4,TS18 5,TS19 0,TS19 7,TS19 8,TS19 9,TS20 1,TS20 2,TS21 1,TS21 2,TS21 3,TS21 4
Stoke-on-Trent|ST1 1,ST1 2,ST1 3,ST1 4,ST1 5,ST1 6,ST10 1,ST10 2,ST10 3,ST10 4,ST11 9,ST12 9,ST2 0,ST2 7,ST2 8,ST2 9,ST3 1,ST3 2,ST3 3,ST3 4,ST3 5,ST3 6,ST3 7,ST4 2,ST4 3,ST4 4,ST4 5,ST4 6,ST4 7,ST4 8,ST6 1,ST6 2,ST6 3,ST6 4,ST6 5,ST6 6,ST6 7,ST6 8,ST7 1,ST7 2,ST7 3,ST7 4,ST7 8,ST8 6,ST8 7,ST9 0,ST9 9
Stoke-sub-Hamdon|TA14 6
Stonehouse|GL10 2,GL10 3
Stone|ST15 0,ST15 8
Stourbridge|DY7 5,DY7 6,DY8 1,DY8 2,DY8 3,DY8 4,DY8 5,DY9 0,DY9 7,DY9 8,DY9 9
Stourport-on-Severn|DY13 0,DY13 8,DY13 9
Stowmarket|IP14 1,IP14 2,IP14 3,IP14 4,IP14 5,IP14 6
Stratford-upon-Avon|CV37 0,CV37 6,CV37 7,CV37 8,CV37 9
Street|BA16 0,BA16 9
Stroud|GL5 1,GL5 2,GL5 3,GL5 4,GL5 5,GL6 0,GL6 6,GL6 7,GL6 8,GL6 9
Studley|B80 7
Sturminster Newton|DT10 1,DT10 2
Sudbury|CO10 0,CO10 1,CO10 2,CO10 5,CO10 7,CO10 8,CO10 9
Sunbury-on-Thames|TW16 5,TW16 6,TW16 7
Sunderland|SR1 1,SR1 2,SR1 3,SR2 0,SR2 7,SR2 8,SR2 9,SR3 1,SR3 2,SR3 3,SR3 4,SR4 0,SR4 6,SR4 7,SR4 8,SR4 9,SR5 1,SR5 2,SR5 3,SR5 4,SR5 5,SR6 0,SR6 7,SR6 8,SR6 9
Surbiton|KT5 8,KT5 9,KT6 4,KT6 5,KT6 6,KT6 7
Sutton Coldfield|B72 1,B73 5,B73 6,B74 2,B74 3,B74 4,B75 5,B75 6,B75 7,B76 1,B76 2,B76 9
Sutton-in-Ashfield|NG17 1,NG17 2,NG17 3,NG17 4,NG17 5
Sutton|SM1 1,SM1 2,SM1 3,SM1 4,SM2 5,SM2 6,SM2 7,SM3 8,SM3 9
Swadlincote|DE11 0,DE11 7,DE11 8,DE11 9,DE12 6,DE12 7,DE12 8
Swaffham|PE37 7,PE37 8
Swanage|BH19 1,BH19 2,BH19 3
Swanley|BR8 7,BR8 8
Swanscombe|DA10 0,DA10 1
Swansea|SA1 1,SA1 2,SA1 3,SA1 4,SA1 5,SA1 6,SA1 7,SA1 8,SA2 0,SA2 7,SA2 8,SA2 9,SA3 1,SA3 2,SA3 3,SA3 4,SA3 5,SA4 0,SA4 3,SA4 4,SA4 6,SA4 8,SA4 9,SA5 4,SA5 5,SA5 7,SA5 8,SA5 9,SA6 5,SA6 6,SA6 7,SA6 8,SA7 0,SA7 9,SA8 3,SA8 4,SA9 1,SA9 2
Swindon|SN1 1,SN1 2,SN1 3,SN1 4,SN1 5,SN1 7,SN2 1,SN2 2,SN2 5,SN2 7,SN2 8,SN25 1,SN25 2,SN25 3,SN25 4,SN26 7,SN26 8,SN3 1,SN3 2,SN3 3,SN3 4,SN3 5,SN3 6,SN4 0,SN4 7,SN4 8,SN4 9,SN5 3,SN5 4,SN5 5,SN5 6,SN5 7,SN5 8,SN6 6,SN6 7,SN6 8
Tadcaster|LS24 8,LS24 9
Tadley|RG26 3,RG26 4,RG26 5
Tadworth|KT20 5,KT20 6,KT20 7
Talsarnau|LL47 6
Talybont|LL43 2
Tamworth|B77 1,B77 2,B77 3,B77 4,B77 5,B78 1,B78 2,B78 3,B79 0,B79 7,B79 8,B79 9
Tarporley|CW6 0,CW6 9
Taunton|TA1 1,TA1 2,TA1 3,TA1 4,TA1 5,TA2 6,TA2 7,TA2 8,TA3 5,TA3 6,TA3 7,TA4 1,TA4 2,TA4 3,TA4 4
Tavistock|PL19 0,PL19 8,PL19 9
Teddington|TW11 0,TW11 8,TW11 9
Teignmouth|TQ14 0,TQ14 8,TQ14 9
Telford|TF1 1,TF1 2,TF1 3,TF1 5,TF1 6,TF2 0,TF2 6,TF2 7,TF2 8,TF2 9,TF3 1,TF3 2,TF3 3,TF3 4,TF3 5,TF4 2,TF4 3,TF5 0,TF6 5,TF6 6,TF7 4,TF7 5,TF8 7
Templecombe|BA8 0
Tenbury Wells|WR15 8
Tenby|SA70 7,SA70 8
Tenterden|TN30 6,TN30 7
Tetbury|GL8 8
Tewkesbury|GL20 5,GL20 6,GL20 7,GL20 8
Thames Ditton|KT7 0
Thame|OX9 2,OX9 3
Thatcham|RG18 3,RG18 4,RG18 9,RG19 3,RG19 4,RG19 8
Thetford|IP24 1,IP24 2,IP24 3,IP25 6,IP25 7,IP26 4,IP26 5
Thirsk|YO7 1,YO7 2,YO7 3,YO7 4
Thornton Heath|CR7 6,CR7 7,CR7 8
Thornton-Cleveleys|FY5 1,FY5 2,FY5 3,FY5 4,FY5 5
Tidworth|SP9 7
Tilbury|RM18 7,RM18 8
Tintagel|PL34 0
Tipton|DY4 0,DY4 7,DY4 8,DY4 9
Tiverton|EX16 4,EX16 5,EX16 6,EX16 7,EX16 8,EX16 9
Todmorden|OL14 5,OL14 6,OL14 7,OL14 8
Tonbridge|TN10 3,TN10 4,TN11 0,TN11 8,TN11 9,TN12 0,TN12 5,TN12 6,TN12 7,TN12 8,TN12 9,TN9 1,TN9 2
Tonypandy|CF40 1,CF40 2
Torpoint|PL10 1,PL11 2,PL11 3
Torquay|TQ1 1,TQ1 2,TQ1 3,TQ1 4,TQ2 5,TQ2 6,TQ2 7,TQ2 8
Torrington|EX38 7,EX38 8
Totland Bay|PO39 0
Totnes|TQ9 5,TQ9 6,TQ9 7
Towcester|NN12 6,NN12 7,NN12 8
Tredegar|NP22 3,NP22 4,NP22 5
Trefriw|LL27 0
Tregaron|SY25 6
Treharris|CF46 5,CF46 6
Treorchy|CF42 5,CF42 6
Trimdon Station|TS29 6
Tring|HP23 4,HP23 5,HP23 6
Trowbridge|BA14 0,BA14 6,BA14 7,BA14 8,BA14 9
Truro|TR1 1,TR1 2,TR1 3,TR2 4,TR2 5,TR3 6,TR3 7,TR4 8,TR4 9
Tunbridge Wells|TN1 1,TN1 2,TN2 3,TN2 4,TN2 5,TN3 0,TN3 8,TN3 9,TN4 0,TN4 8,TN4 9
Twickenham|TW1 1,TW1 2,TW1 3,TW1 4,TW2 5,TW2 6,TW2 7
Tyn-y-Gongl|LL74 8
Tywyn|LL36 0,LL36 9
Uckfield|TN22 1,TN22 2,TN22 3,TN22 4,TN22 5
Ulceby|DN39 6
Ulverston|LA12 0,LA12 7,LA12 8,LA12 9
Umberleigh|EX37 9
Upminster|RM14 1,RM14 2,RM14 3
Usk|NP15 1,NP15 2
Uttoxeter|ST14 5,ST14 7,ST14 8
Uxbridge|UB10 0,UB10 8,UB10 9,UB8 1,UB8 2,UB8 3,UB9 4,UB9 5,UB9 6
Ventnor|PO38 1,PO38 2,PO38 3
Verwood|BH31 6,BH31 7
Virginia Water|GU25 4
Wadebridge|PL27 6,PL27 7
Wadhurst|TN5 6,TN5 7
Wakefield|WF1 1,WF1 2,WF1 3,WF1 4,WF1 5,WF2 0,WF2 6,WF2 7,WF2 8,WF2 9,WF3 1,WF3 2,WF3 3,WF3 4,WF4 1,WF4 2,WF4 3,WF4 4,WF4 5,WF4 6
Wallasey|CH44 0,CH44 1,CH44 2,CH44 3,CH44 4,CH44 5,CH44 6,CH44 7,CH44 8,CH44 9,CH45 0,CH45 1,CH45 2,CH45 3,CH45 4,CH45 5,CH45 6,CH45 7,CH45 8,CH45 9
Wallingford|OX10 0,OX10 6,OX10 7,OX10 8,OX10 9
Wallington|SM6 0,SM6 7,SM6 8,SM6 9
Wallsend|NE28 0,NE28 6,NE28 7,NE28 8,NE28 9
Walsall|WS1 1,WS1 2,WS1 3,WS1 4,WS2 0,WS2 7,WS2 8,WS2 9,WS3 1,WS3 2,WS3 3,WS3 4,WS4 1,WS4 2,WS5 3,WS5 4,WS6 6,WS6 7,WS8 6,WS8 7,WS9 0,WS9 8,WS9 9
Walsingham|NR22 6
Waltham Abbey|EN9 1,EN9 2,EN9 3
Waltham Cross|EN7 5,EN7 6,EN8 0,EN8 7,EN8 8,EN8 9
Walton on the Naze|CO14 8
Walton-on-Thames|KT12 1,KT12 2,KT12 3,KT12 4,KT12 5
Wantage|OX12 0,OX12 7,OX12 8,OX12 9
Wareham|BH20 4,BH20 5,BH20 6,BH20 7
Ware|SG11 1,SG11 2,SG12 0,SG12 7,SG12 8,SG12 9
Warlingham|CR6 9
Warminster|BA12 0,BA12 6,BA12 7,BA12 8,BA12 9
Warrington|WA1 1,WA1 2,WA1 3,WA1 4,WA2 0,WA2 7,WA2 8,WA2 9,WA3 1,WA3 2,WA3 3,WA3 4,WA3 5,WA3 6,WA3 7,WA4 1,WA4 2,WA4 3,WA4 4,WA4 5,WA4 6,WA5 0,WA5 1,WA5 2,WA5 3,WA5 4,WA5 8,WA5 9
Warwick|CV34 4,CV34 5,CV34 6,CV34 7,CV35 0,CV35 7,CV35 8,CV35 9
Washington|NE37 1,NE37 2,NE37 3,NE38 0,NE38 7,NE38 8,NE38 9
Watchet|TA23 0
Waterlooville|PO7 3,PO7 4,PO7 5,PO7 6,PO7 7,PO7 8,PO8 0,PO8 8,PO8 9
Watford|WD17 1,WD17 2,WD17 3,WD17 4,WD18 0,WD18 6,WD18 7,WD18 8,WD19 4,WD19 5,WD19 6,WD19 7,WD24 1,WD24 4,WD24 5,WD24 6,WD24 7,WD25 0,WD25 7,WD25 8,WD25 9
Watlington|OX49 5
Wedmore|BS28 4
Wednesbury|WS10 0,WS10 7,WS10 8,WS10 9
Wellingborough|NN29 7,NN8 1,NN8 2,NN8 3,NN8 4,NN8 5,NN9 5,NN9 6
Wellington|TA21 0,TA21 8,TA21 9
Welling|DA16 1,DA16 2,DA16 3
Wells-next-the-Sea|NR23 1
Wells|BA5 1,BA5 2,BA5 3
Welshpool|SY21 0,SY21 7,SY21 8,SY21 9
Welwyn Garden City|AL7 1,AL7 2,AL7 3,AL7 4,AL8 6,AL8 7
Welwyn|AL6 0,AL6 9
Wembley|HA0 1,HA0 2,HA0 3,HA0 4,HA9 0,HA9 6,HA9 7,HA9 8,HA9 9
West Bromwich|B70 0,B70 6,B70 7,B70 8,B70 9,B71 1,B71 2,B71 3,B71 4
West Byfleet|KT14 6,KT14 7
West Drayton|UB7 7,UB7 8,UB7 9
West Malling|ME19 4,ME19 5,ME19 6
West Molesey|KT8 1,KT8 2
West Wickham|BR4 0,BR4 9
Westbury|BA13 2,BA13 3,BA13 4
Westcliff-on-Sea|SS0 0,SS0 7,SS0 8,SS0 9
Westerham|TN16 1,TN16 2,TN16 3
Westgate-on-Sea|CT8 8
Weston-super-Mare|BS22 6,BS22 7,BS22 8,BS22 9,BS23 1,BS23 2,BS23 3,BS23 4,BS24 0,BS24 6,BS24 7,BS24 8,BS24 9
Wetherby|LS22 4,LS22 5,LS22 6,LS22 7,LS23 6
Weybridge|KT13 0,KT13 8,KT13 9
Weymouth|DT3 4,DT3 5,DT3 6,DT4 0,DT4 7,DT4 8,DT4 9
Whitby|YO21 1,YO21 2,YO21 3,YO22 4,YO22 5
Whitchurch|RG28 7,SY13 1,SY13 2,SY13 3,SY13 4
Whitehaven|CA28 6,CA28 7,CA28 8,CA28 9
Whitland|SA34 0
Whitley Bay|NE25 0,NE25 8,NE25 9,NE26 1,NE26 2,NE26 3,NE26 4
Whitstable|CT5 1,CT5 2,CT5 3,CT5 4
Whyteleafe|CR3 0
Wickford|SS11 7,SS11 8,SS12 0,SS12 9
Widnes|WA8 0,WA8 3,WA8 4,WA8 5,WA8 6,WA8 7,WA8 8,WA8 9
Wigan|WN1 1,WN1 2,WN1 3,WN2 1,WN2 2,WN2 3,WN2 4,WN2 5,WN3 4,WN3 5,WN3 6,WN4 0,WN4 8,WN4 9,WN5 0,WN5 7,WN5 8,WN5 9,WN6 0,WN6 7,WN6 8,WN6 9,WN8 7
Wigston|LE18 1,LE18 2,LE18 3,LE18 4
Wigton|CA7 0,CA7 2,CA7 3,CA7 4,CA7 5,CA7 8,CA7 9
Willenhall|WV12 4,WV12 5,WV13 1,WV13 2,WV13 3
Wilmslow|SK9 1,SK9 2,SK9 3,SK9 4,SK9 5,SK9 6
Wimborne|BH21 1,BH21 2,BH21 3,BH21 4,BH21 5,BH21 6,BH21 7,BH21 8
Wincanton|BA9 8,BA9 9
Winchelsea|TN36 4
Winchester|SO21 1,SO21 2,SO21 3,SO22 4,SO22 5,SO22 6,SO23 0,SO23 7,SO23 8,SO23 9
Windermere|LA23 1,LA23 2,LA23 3
Windlesham|GU20 6
Windsor|SL4 1,SL4 2,SL4 3,SL4 4,SL4 5,SL4 6
Wingate|TS28 5
Winkleigh|EX19 8
Winscombe|BS25 1,BS25 5
Winsford|CW7 1,CW7 2,CW7 3,CW7 4
Wirral|CH42 4,CH43 7,CH46 0,CH46 1,CH46 2,CH46 3,CH46 5,CH46 6,CH46 7,CH46 8,CH46 9,CH47 0,CH47 1,CH47 2,CH47 3,CH47 4,CH47 5,CH47 6,CH47 7,CH47 9,CH48 0,CH48 1,CH48 2,CH48 3,CH48 4,CH48 5,CH48 6,CH48 7,CH48 8,CH48 9,CH49 0,CH49 1,CH49 2,CH49 3,CH49 4,CH49 5,CH49 6,CH49 7,CH49 8,CH49 9,CH60 0,CH60 1,CH60 2,CH60 3,CH60 4,CH60 5,CH60 6,CH60 7,CH60 9,CH61 0,CH61 1,CH61 3,CH61 4,CH61 5,CH61 6,CH61 7,CH61 8,CH61 9,CH62 0,CH62 1,CH62 2,CH62 3,CH62 4,CH62 5,CH62 6,CH62 7,CH62 8,CH62 9,CH63 0,CH63 2,CH63 3,CH63 5,CH63 7,CH63 8,CH63 9
Wisbech|PE13 1,PE13 2,PE13 3,PE13 4,PE13 5,PE14 0,PE14 6,PE14 7,PE14 8,PE14 9
Witham|CM8 1,CM8 2,CM8 3
Withernsea|HU19 2
Witney|OX28 1,OX28 2,OX28 3,OX28 4,OX28 5,OX28 6,OX29 4,OX29 5,OX29 6,OX29 7,OX29 8,OX29 9
Wokingham|RG40 1,RG40 2,RG40 3,RG40 4,RG40 5,RG41 1,RG41 2,RG41 3,RG41 4,RG41 5
Woking|GU21 2,GU21 3,GU21 4,GU21 5,GU21 6,GU21 7,GU21 8,GU22 0,GU22 7,GU22 8,GU22 9,GU23 6,GU23 7,GU24 0,GU24 8,GU24 9
Wolverhampton|WV1 1,WV1 2,WV1 3,WV1 4,WV10 0,WV10 6,WV10 7,WV10 8,WV10 9,WV11 1,WV11 2,WV11 3,WV2 1,WV2 2,WV2 3,WV2 4,WV3 0,WV3 7,WV3 8,WV3 9,WV4 4,WV4 5,WV4 6,WV5 0,WV5 7,WV5 8,WV5 9,WV6 0,WV6 7,WV6 8,WV6 9,WV7 3,WV8 1,WV8 2,WV9 5
Woodbridge|IP12 1,IP12 2,IP12 3,IP12 4,IP13 0,IP13 6,IP13 7,IP13 8,IP13 9
Woodford Green|IG8 0,IG8 7,IG8 8,IG8 9
Woodhall Spa|LN10 5,LN10 6
Woodstock|OX20 1
Woolacombe|EX34 7
Wooler|NE71 6
Worcester Park|KT4 7,KT4 8
Worcester|WR1 1,WR1 2,WR1 3,WR2 4,WR2 5,WR2 6,WR3 7,WR3 8,WR4 0,WR4 9,WR5 1,WR5 2,WR5 3,WR6 5,WR6 6,WR7 4,WR8 0,WR8 9
Workington|CA14 1,CA14 2,CA14 3,CA14 4,CA14 5
Worksop|S80 1,S80 2,S80 3,S80 4,S81 0,S81 7,S81 8,S81 9
Worthing|BN11 1,BN11 2,BN11 3,BN11 4,BN11 5,BN12 4,BN12 5,BN12 6,BN13 1,BN13 2,BN13 3,BN14 0,BN14 7,BN14 8,BN14 9
Wotton-under-Edge|GL12 7,GL12 8
Wrexham|LL11 1,LL11 2,LL11 3,LL11 4,LL11 5,LL11 6,LL12 0,LL12 7,LL12 8,LL12 9,LL13 0,LL13 7,LL13 8,LL13 9,LL14 1,LL14 2,LL14 3,LL14 4,LL14 5,LL14 6
Wylam|NE41 8
Wymondham|NR18 0,NR18 9
Y Felinheli|LL56 4
Yarmouth|PO41 0
Yarm|TS15 0,TS15 9
Yateley|GU46 6,GU46 7
Yelverton|PL20 6,PL20 7
Yeovil|BA20 1,BA20 2,BA21 3,BA21 4,BA21 5,BA22 7,BA22 8,BA22 9
York|YO1 6,YO1 7,YO1 8,YO1 9,YO10 3,YO10 4,YO10 5,YO19 4,YO19 5,YO19 6,YO2 5,YO23 1,YO23 2,YO23 3,YO23 7,YO24 1,YO24 2,YO24 3,YO24 4,YO26 4,YO26 5,YO26 6,YO26 7,YO26 8,YO26 9,YO30 1,YO30 2,YO30 4,YO30 5,YO30 6,YO30 7,YO31 0,YO31 1,YO31 7,YO31 8,YO31 9,YO32 2,YO32 3,YO32 5,YO32 9,YO41 1,YO41 4,YO41 5,YO42 1,YO42 2,YO42 4,YO43 3,YO43 4,YO51 9,YO60 6,YO60 7,YO61 1,YO61 2,YO61 3,YO61 4,YO62 4,YO62 5,YO62 6,YO62 7
Ystrad Meurig|SY25 6
`
