/** LightWeather: nothing of it is given out; days are known from forecasts. */

import { object, objects, rows, told, type Answer } from "../answers.js";
import type { ReplayedApp, Start, Tables } from "../app.js";
import type { Correction } from "../corrections.js";
import { refusedHere } from "../corrections.js";
import { instant, type NeutralRow } from "../neutral.js";
import { read, RecordingError, secondsOf, type Json } from "../recording.js";
import { rowsIn, table } from "../tables.js";

const APP = "LightWeather";
const DAY = 86_400;

/** A day of a recorded forecast. */
interface Expected {
  readonly day: string;
  readonly sky: string;
  readonly temperature: number;
  readonly precipitation: number;
}

function forecast(output: unknown, path: string): Expected[] {
  return objects(output, path).map((json) => {
    const day = read.text(json, "date", path);
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new RecordingError(`${path}.date`, "expected a date");
    return {
      day,
      sky: read.text(read.object(json["condition"], `${path}.condition`), "id", `${path}.condition`),
      temperature: read.number(json, "temp_c", path),
      precipitation: read.number(json, "precip_mm", path),
    };
  });
}

const shifted = (day: string, days: number): string => new Date((secondsOf(`${day}T00:00:00`) + days * DAY) * 1000).toISOString().slice(0, 10);

/**
 * The weather that a seed generates for the cities that the run asks about, moved to the time of the run, and in it what
 * forecasts told. One temperature stands for the lowest and the highest of a day.
 */
function load(_state: Json, _path: string, { tables, clock, recording }: Start): Tables {
  const asked = JSON.stringify(recording.calls.filter((call) => call.app === APP).map((call) => call.args)).toLowerCase();
  const generated = rowsIn(tables, "LightWeather.Day").filter((row) => asked.includes(JSON.stringify(row["city"]).toLowerCase()));
  // As many days are remembered as lie before the first of the forecast: thirty.
  const first = generated.map((row) => row["day"] as string).sort()[0] ?? clock.slice(0, 10);
  const days = Math.round((secondsOf(`${clock.slice(0, 10)}T00:00:00`) - secondsOf(`${first}T00:00:00`)) / DAY) - 30;
  const known = new Map<string, Expected>();
  const name = (city: unknown, day: string): string => `${String(city).toLowerCase()} ${day}`;
  for (const { call, output, path } of told(recording, APP, "get_forecast")) {
    for (const expected of forecast(output, path)) known.set(name(call.args["location"], expected.day), expected);
  }
  return {
    "LightWeather.Day": table(
      generated.map((row) => {
        const day = shifted(row["day"] as string, days);
        const told = known.get(name(row["city"], day));
        return told ? { ...row, day, sky: told.sky, low: told.temperature, high: told.temperature, precipitation: told.precipitation } : { ...row, day };
      }),
    ),
    "LightWeather.Alert": table([]),
    "LightWeather.state": table([{ primary: null }]),
  };
}

const expectedDay = (day: string, sky: string, temperature: number, precipitation: number): NeutralRow => ({ id: day, fields: { sky, temperature, precipitation } });

const answers: Readonly<Record<string, Answer>> = {
  get_forecast: {
    recorded: (output, path) => rows("day", forecast(output, path).map((d) => expectedDay(d.day, d.sky, d.temperature, d.precipitation))),
    ours: (output: readonly { date: string; condition: string; low_c: number; high_c: number; precipitation_mm: number }[]) =>
      rows("day", output.map((d) => expectedDay(d.date, d.condition, (d.low_c + d.high_c) / 2, d.precipitation_mm))),
  },
  get_sun_times: {
    recorded: (output, path) => {
      const json = read.object(output, path);
      return object({ sunrise: instant(read.instant(json, "sunrise", path)), sunset: instant(read.instant(json, "sunset", path)) });
    },
    ours: ({ date, sunrise, sunset }: { date: string; sunrise: string | null; sunset: string | null }) => {
      const at = (time: string | null): NeutralRow["fields"][string] => (time === null ? null : instant(time.includes("T") ? time : `${date}T${time}`));
      return object({ sunrise: at(sunrise), sunset: at(sunset) });
    },
  },
};

/** Numbers as in `docs/worlds/lightweather.md`. */
const corrections: readonly Correction[] = [
  {
    number: 46,
    reason: "a forecast of the wind is an answer like any other",
    tools: ["get_wind_forecast"],
    explains: (d, call) => d.what === "status" && d.recorded === "none" && d.ours === "ok" && Array.isArray(call.recorded.result),
  },
  {
    number: 47,
    reason: "temperatures are in C, F or K",
    tools: ["convert_temperature"],
    explains: (d, call) => refusedHere(d) && ![call.args["from_unit"], call.args["to_unit"]].every((unit) => ["C", "F", "K"].includes(String(unit))),
  },
  {
    number: 48,
    reason: "the sun rises and sets by the place and the day, not by when the session began",
    tools: ["get_sun_times"],
    explains: (d, call) => d.what === "answer" && d.call === call && d.inner.what === "field" && ["sunrise", "sunset"].includes(d.inner.field),
  },
  {
    number: 74,
    reason: "the forecast reaches ten days ahead, not seven",
    tools: ["get_forecast"],
    explains: (d, call) => d.what === "answer" && d.call === call && Number(call.args["days"]) > 7 && d.inner.what === "row" && d.inner.only === "ours",
  },
  {
    number: 75,
    reason: "a forecast is for one day or hour at least, and for no more than there are",
    tools: ["get_forecast", "get_hourly_forecast", "get_precip_probability"],
    explains: (d, call) => {
      const asked = Number(call.args["days"] ?? call.args["hours"] ?? call.args["next_hours"]);
      const most = { get_forecast: 10, get_hourly_forecast: 48, get_precip_probability: 24 }[call.recorded.tool] ?? 0;
      return refusedHere(d) && (asked < 1 || asked > most);
    },
  },
  {
    number: 76,
    reason: "an alert watches something that is measured",
    tools: ["create_alert"],
    explains: (d, call) => refusedHere(d) && !["temperature", "wind_speed", "wind_gust", "precipitation", "humidity", "uv_index", "air_quality"].includes(String(call.args["condition"])),
  },
];

const station = (id: unknown): string => `station ${String(id)}`;
const alert = (id: unknown): string => `alert ${String(id)}`;

export const lightWeather: ReplayedApp = {
  recorded: APP,
  app: APP,
  names: { tools: { convert_temperature: "weather_convert_temperature" }, args: {} },
  state: {
    created: { alert: ["LightWeather.Alert"] },
    likeness: (recorded, ours) => recorded["condition"] === ours["condition"],
    load,
    idle: { "LightWeather.Day": table([]) },
    resting: ["LightWeather.new_day"],
    omitted: {
      told: () => [],
      needed: ({ tool, args }) => (["get_station_info", "get_station_observation"].includes(tool) ? [station(args["station_id"])] : tool === "delete_alert" ? [alert(args["alert_id"])] : []),
    },
    recordedState: () => ({}),
    ownState: () => ({}),
  },
  answers,
  corrections,
};
